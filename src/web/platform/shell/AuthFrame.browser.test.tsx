import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { auditLevel } from '#texts/platform/accessibility-audit.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { declarationAddress } from '#domain/platform/documents.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { AuthFrame } from './AuthFrame.tsx'

it('a page without a session begins with the link to its content, and ends with its level of accessibility', async () => {
  await show(
    <AuthFrame title="Connexion">
      <button type="button">Continuer</button>
    </AuthFrame>,
  )
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: uiTexts.skipToContent })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Continuer' })).toHaveFocus()
  await expect
    .element(page.getByRole('link', { name: shellTexts.accessibility(auditLevel) }))
    .toHaveAttribute('href', declarationAddress)
  await expectAccessible()
})
