import { useEffect, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uiTexts } from '#texts/platform/ui.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { Badge } from './Badge.tsx'
import { Banner } from './Banner.tsx'
import { CopyButton } from './CopyButton.tsx'
import { EmptyState, ErrorBlock } from './EmptyState.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { OtpRing } from './OtpRing.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { ScrollToTop } from './ScrollToTop.tsx'
import { SecretMask, SecretText } from './SecretText.tsx'
import { Skeleton } from './Skeleton.tsx'
import { SkipLink } from './SkipLink.tsx'
import { useToasts, type Toasts } from './Toast.tsx'
import { ToastKeys } from './ToastKeys.tsx'

/** Gives a test the functions that show toasts. */
function Notify({ to }: { to: (toasts: Toasts) => void }): ReactNode {
  const toasts = useToasts()
  useEffect(() => {
    to(toasts)
  }, [to, toasts])
  return <ToastKeys />
}

async function showToasts(): Promise<Toasts> {
  let given: Toasts | undefined
  await show(
    <>
      <button type="button">Page</button>
      <Notify to={(toasts) => (given = toasts)} />
    </>,
  )
  if (given === undefined) throw new Error('no toasts')
  return given
}

const alerts = () => page.getByRole('region', { name: uiTexts.notifications })

describe('a toast', () => {
  it('announces success politely and a failure at once, in regions that were there before', async () => {
    const toasts = await showToasts()
    const regions = [...document.querySelectorAll('[data-react-aria-top-layer] [aria-live]')]
    const said = () =>
      regions.map((one) => [one.getAttribute('aria-live'), one.isConnected && one.textContent])
    expect(said()).toEqual([
      ['polite', ''],
      ['assertive', ''],
    ])
    toasts.success('Enregistré', { detail: 'Deux champs' })
    toasts.error('Connexion perdue')
    await expect.element(page.getByRole('group', { name: 'Connexion perdue' })).toBeVisible()
    expect(said()).toEqual([
      ['polite', 'Enregistré, Deux champs'],
      ['assertive', 'Connexion perdue'],
    ])
    await expectAccessible()
  })

  it('says the last detail of a repeated message', async () => {
    const toasts = await showToasts()
    toasts.success('Copié', { detail: uiTexts.copiedDetail('Identifiant', '') })
    toasts.success('Copié', { detail: uiTexts.copiedDetail('Mot de passe', uiTexts.clearedBy.timer(45)) })
    await expect.element(alerts().getByText('Mot de passe, presse-papiers vidé dans 45\u00a0s')).toBeVisible()
    await expect.element(alerts().getByText('Identifiant')).not.toBeInTheDocument()
  })

  it('is shown once for a repeated message, and closed by its button', async () => {
    const toasts = await showToasts()
    toasts.success('Copié')
    toasts.success('Copié')
    await expect.element(alerts().getByText('Copié')).toBeVisible()
    expect(alerts().getByText('Copié').elements()).toHaveLength(1)
    await page.getByRole('button', { name: uiTexts.dismissToast }).click()
    await expect.element(alerts().getByText('Copié')).not.toBeInTheDocument()
  })

  it('is reached by F6, and returns the focus when it is closed', async () => {
    const toasts = await showToasts()
    await page.getByRole('button', { name: 'Page' }).click()
    toasts.success('Supprimé', { action: { label: uiTexts.cancel, onAction: () => undefined } })
    await expect.element(alerts().getByText('Supprimé')).toBeVisible()
    await userEvent.keyboard('{F6}')
    await expect.element(page.getByRole('button', { name: uiTexts.cancel })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Page' })).toHaveFocus()
  })

  it('offers its undo by Ctrl+Z after it was closed, once', async () => {
    const toasts = await showToasts()
    const onAction = vi.fn()
    toasts.success('Supprimé', { action: { label: uiTexts.cancel, onAction } })
    await expect.element(alerts().getByText('Supprimé')).toBeVisible()
    await page.getByRole('button', { name: uiTexts.dismissToast }).click()
    await userEvent.keyboard('{Control>}z{/Control}')
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(onAction).toHaveBeenCalledTimes(1)
  })

  it('leads somewhere by its link, which Ctrl+Z does not follow', async () => {
    const toasts = await showToasts()
    const onFollow = vi.fn()
    toasts.success('Déplacé', { link: { label: uiTexts.undo, onFollow } })
    await expect.element(alerts().getByText('Déplacé')).toBeVisible()
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(onFollow).not.toHaveBeenCalled()
    await expectAccessible()
    await page.getByRole('button', { name: uiTexts.undo }).click()
    expect(onFollow).toHaveBeenCalledTimes(1)
    await expect.element(alerts().getByText('Déplacé')).not.toBeInTheDocument()
  })
})

describe('a copy button', () => {
  it('copies its text, and says so', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await show(<CopyButton label="Copier le mot de passe" source="s3cret" />)
    await page.getByRole('button', { name: 'Copier le mot de passe' }).click()
    await expect.element(alerts().getByText(uiTexts.copied)).toBeVisible()
    expect(writeText).toHaveBeenCalledWith('s3cret')
    writeText.mockRestore()
  })

  it('reports that the browser refused', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await show(<CopyButton label="Copier" source="s3cret" />)
    await page.getByRole('button', { name: 'Copier' }).click()
    await expect.element(page.getByRole('group', { name: uiTexts.copyFailed })).toBeVisible()
    writeText.mockRestore()
  })
})

it('an error offers to try again', async () => {
  const onRetry = vi.fn()
  await show(
    <ErrorBlock title="Liste indisponible" onRetry={onRetry}>
      <p>Rien n'a été perdu.</p>
    </ErrorBlock>,
  )
  await page.getByRole('button', { name: uiTexts.retry }).click()
  expect(onRetry).toHaveBeenCalledTimes(1)
  await expectAccessible()
})

it('a live banner is announced and closed', async () => {
  const onClose = vi.fn()
  await show(
    <Banner title="Sauvegarde" tone="attention" isLive onClose={onClose}>
      <p>La dernière a échoué.</p>
    </Banner>,
  )
  await expect.element(page.getByRole('status').getByText('La dernière a échoué.')).toBeVisible()
  await page.getByRole('button', { name: uiTexts.close }).click()
  expect(onClose).toHaveBeenCalledTimes(1)
  await expectAccessible()
})

describe('what is only shown', () => {
  it('carries its meaning in words, in the light and the dark theme', async () => {
    const now = Date.UTC(2026, 0, 2)
    await show(
      <main>
        <h1>Parts</h1>
        {(['neutral', 'info', 'success', 'attention', 'danger'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <EmptyState title="Aucun dossier">
          <p>Créez le premier.</p>
        </EmptyState>
        {([0, 1, 2, 3, 4, 5] as const).flatMap((level) =>
          (['strength', 'hazard'] as const).map((scale) => (
            <LevelMeter key={`${scale}${level}`} scale={scale} level={level} word={`${scale} ${level}`} />
          )),
        )}
        <OtpRing secondsLeft={12} period={30} tone="success" />
        <ProgressBar label="Import" value={120} total={400} />
        <RelativeTime at={now - 60_000} now={now} />
        <SecretText value="aB3-xyz9" />
        <SecretMask />
        <Skeleton lines={2} />
      </main>,
    )
    await expect.element(page.getByRole('timer')).toHaveAccessibleName(uiTexts.seconds(12))
    await expect
      .element(page.getByRole('progressbar', { name: 'Import' }))
      .toHaveAttribute('aria-valuenow', '30')
    await expect
      .element(page.getByRole('meter', { name: 'strength 3' }))
      .toHaveAttribute('aria-valuetext', uiTexts.level('strength 3', 3, 5))
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset['theme'] = theme
      await expectAccessible()
    }
    delete document.documentElement.dataset['theme']
  })

  it('gives a secret itself when its groups are selected', async () => {
    const secret = 'aB3-xyz9-Qr5T'
    await show(<SecretText value={secret} />)
    const shown = document.querySelector('[translate="no"]')
    if (shown === null) throw new Error('not shown')
    getSelection()?.selectAllChildren(shown)
    expect(getSelection()?.toString()).toBe(secret)
  })
})

it('a skip link moves the focus to the content', async () => {
  await show(
    <>
      <SkipLink to="content" />
      <div id="content" tabIndex={-1}>
        Contenu
      </div>
    </>,
  )
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: uiTexts.skipToContent })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement?.id).toBe('content')
})

it('a button scrolls back to the top once the page was scrolled down', async () => {
  await show(
    <main
      tabIndex={-1}
      style={{ height: 300, overflow: 'auto', position: 'relative' }}
      data-testid="scroller"
    >
      <p style={{ height: 3000 }}>Long</p>
      <ScrollToTop isInside />
    </main>,
  )
  const scroller = page.getByTestId('scroller').element()
  const button = page.getByRole('button', { name: uiTexts.scrollToTop })
  await expect.element(button).not.toBeInTheDocument()
  scroller.scrollTop = 2000
  await button.click()
  await expect.poll(() => scroller.scrollTop).toBe(0)
  await expect.element(button).not.toBeInTheDocument()
})
