import axe from 'axe-core'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { render } from 'vitest-browser-react'
import { UiProvider } from '#web/platform/ui/UiProvider.tsx'
import '#web/platform/ui/base.css'

/** Renders a part as a page does, with the providers and the base style sheet. */
export const show = (part: ReactNode) => {
  // What an earlier file copied would be cleared here, and reported: the storage of a tab outlives its documents.
  sessionStorage.removeItem('copied')
  return render(part, { wrapper: UiProvider })
}

/** Expects no violation of WCAG 2.2 A and AA in the document, colour contrast included. */
export async function expectAccessible(): Promise<void> {
  // React Aria's announcements name elements of tests that have ended.
  const context = { include: 'body', exclude: '[data-live-announcer]' }
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  let fades = false
  const noteFading = () => (fades = true)
  document.addEventListener('transitionrun', noteFading)
  let violations: axe.Result[]
  // Colours that fade meanwhile would be judged half way.
  do {
    const fading = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.all(fading.map((one) => one.finished.catch(() => undefined)))
    fades = false
    violations = (await axe.run(context, { runOnly })).violations
  } while (fades)
  document.removeEventListener('transitionrun', noteFading)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
