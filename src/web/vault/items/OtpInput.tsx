import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { ScanQrCode } from 'lucide-react'
import { otpPictureTexts } from '#texts/vault/contents.ts'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { cx } from '#web/platform/ui/given.ts'
import { TextField, type TextFieldProps } from '#web/platform/ui/TextField.tsx'
import styles from './OtpInput.module.css'

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** The input of a one-time secret: a typed key or address, or a QR code that is chosen, pasted or dropped. */
export function OtpInput({ value, onChange, error, ...field }: TextFieldProps): ReactNode {
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isReading, setReading] = useState(false)
  /** The result of the last picture, shown while its value is unchanged. */
  const [last, setLast] = useState<{ value: string; problem?: string; said?: string } | null>(null)
  const heard = last !== null && last.value === value ? last : null
  const isOpen = field.isDisabled !== true && !isReading

  const take = async (files: readonly File[]) => {
    const [picture] = files
    if (picture === undefined || !isOpen) return
    setReading(true)
    const { readOtpPicture } = await import('./readOtpPicture.ts')
    const found = files.length > 1 ? ({ problem: 'single' } as const) : await readOtpPicture(picture)
    setReading(false)
    if ('problem' in found) return setLast({ value, problem: otpPictureTexts.problems[found.problem] })
    const { uri, whose } = found
    setLast({ value: uri, said: whose === '' ? otpPictureTexts.read : otpPictureTexts.readOf(whose) })
    return onChange(uri)
  }
  const drag = (isInside: boolean) => (event: DragEvent) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    setOver(isInside && isOpen)
  }
  return (
    <div
      className={cx(styles.drop, isOver && styles.over)}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        void take([...event.dataTransfer.files])
      }}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length === 0) return
        event.preventDefault()
        void take(files)
      }}
    >
      <TextField
        {...field}
        value={value}
        onChange={onChange}
        error={heard?.problem ?? error}
        description={
          <span role="status">
            {isReading ? otpPictureTexts.reading : (heard?.said ?? otpPictureTexts.help)}
          </span>
        }
        isMono={value !== ''}
        isMasked={false}
        spellCheck={false}
        tail={
          <IconButton
            size="small"
            label={otpPictureTexts.choose}
            icon={<ScanQrCode />}
            isPending={isReading}
            isDisabled={field.isDisabled}
            onPress={() => chooser.current?.click()}
          />
        }
      />
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          void take(files)
        }}
      />
    </div>
  )
}
