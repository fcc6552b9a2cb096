import type { MouseEvent } from 'react'

/** Marks a tooltip that was set here, not by the component. */
const mark = 'wholeText'

/**
 * Shows the whole text of a cell, or of a part of it, as a tooltip while it is cut. It is measured when the pointer
 * enters: whether a text is cut changes with the width of its column. Never of a secret.
 */
export function showWholeText({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  for (
    let part = target instanceof HTMLElement ? target : null;
    part !== null && part !== currentTarget && part.tagName !== 'TR';
    part = part.parentElement
  ) {
    const isMarked = mark in part.dataset
    if (part.title !== '' && !isMarked) return
    if (isCut(part) && !hasSecret(part)) {
      part.title = part.innerText.replace(/\s+/g, ' ').trim()
      part.dataset[mark] = ''
      return
    }
    if (isMarked) {
      part.removeAttribute('title')
      delete part.dataset[mark]
    }
  }
}

/** Secrets and codes are not translated. In a tooltip they would stay in the page after they are masked. */
const hasSecret = (part: HTMLElement): boolean =>
  part.closest('[translate="no"]') !== null || part.querySelector('[translate="no"]') !== null

const isCut = (part: HTMLElement): boolean =>
  (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight) &&
  getComputedStyle(part).overflowX !== 'visible'
