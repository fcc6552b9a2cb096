import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { BannerFrame, type BannerFrameProps } from './BannerFrame.tsx'
import { IconButton } from './Button.tsx'

export type BannerProps = Omit<BannerFrameProps, 'closeButton' | 'icon' | 'tone'> & {
  tone?: BannerFrameProps['tone'] | undefined
  onClose?: (() => void) | undefined
}

const icons = {
  info: <Info />,
  success: <CircleCheck />,
  attention: <TriangleAlert />,
  danger: <CircleAlert />,
}

/** A notice about the page, shown as long as it applies. */
export function Banner({ tone = 'info', onClose, ...props }: BannerProps): ReactNode {
  return (
    <BannerFrame
      {...props}
      tone={tone}
      icon={icons[tone]}
      closeButton={
        onClose !== undefined && (
          <IconButton size="small" label={uiTexts.close} icon={<X />} onPress={onClose} />
        )
      }
    />
  )
}
