import { useEffect, useMemo, type ReactNode } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Download } from 'lucide-react'
import { documentAddress, documentFiles } from '#domain/platform/documents.ts'
import type { GuidePage, GuidePart } from '#texts/office/guide/model.ts'
import { guideTexts } from '#texts/office/guide/texts.ts'
import { narrowScreen, useMedia } from '#web/platform/ui/useMedia.ts'
import styles from './Guide.module.css'
import { GuideBlock } from './GuideBlocks.tsx'
import { GuideSearch } from './GuideSearch.tsx'

const address = '/routes/guide/{-$page}'

export type GuideProps = {
  /** Those of the reader's role. */
  parts: readonly GuidePart[]
  /** The page that is read; undefined for the cover. */
  page: GuidePage | undefined
  /** The section of the address, without `#`. */
  section: string
  /** Whether the PDF is the guide of Trousseau, not one of the operator. */
  hasPdf: boolean
}

/** The guide: contents and search beside the page that is read. */
export function Guide({ parts, page, section, hasPdf }: GuideProps): ReactNode {
  const navigate = useNavigate()
  const isNarrow = useMedia(narrowScreen)
  const pages = useMemo(() => parts.flatMap((part) => part.pages), [parts])
  useShownSection(page, section)
  const at = page === undefined ? -1 : pages.indexOf(page)
  const contents = <Contents parts={parts} page={page} />
  return (
    <div className={styles.guide}>
      <div className={styles.side}>
        <GuideSearch
          pages={pages}
          onChoose={(found) =>
            void navigate({ to: address, params: { page: found.page.id }, hash: found.section.id })
          }
        />
        {isNarrow ? (
          // Closed again on the next page.
          <details key={page?.id} className={styles.folded}>
            <summary>{guideTexts.contents}</summary>
            {contents}
          </details>
        ) : (
          contents
        )}
        {hasPdf && (
          <a
            className={styles.pdf}
            href={documentAddress('guide')}
            download={documentFiles.guide}
            target="_blank"
            rel="noreferrer noopener"
          >
            <Download aria-hidden="true" />
            {guideTexts.pdf}
          </a>
        )}
      </div>
      <article className={styles.article}>
        <h1 className={styles.title}>{page?.title ?? guideTexts.title}</h1>
        <p className={styles.lead}>{page?.lead ?? guideTexts.lead}</p>
        {page === undefined ? (
          <Cover parts={parts} />
        ) : (
          page.sections.map(({ id, title, blocks }) => (
            <section key={id} className={styles.section} aria-labelledby={id}>
              <h2 id={id} className={styles.heading} tabIndex={-1}>
                {title}
                <Link
                  to={address}
                  params={{ page: page.id }}
                  hash={id}
                  className={styles.anchor ?? ''}
                  aria-label={guideTexts.anchor(title)}
                >
                  #
                </Link>
              </h2>
              {blocks.map((block, place) => (
                <GuideBlock key={`${place} ${block.kind}`} block={block} />
              ))}
            </section>
          ))
        )}
        <Neighbours previous={pages[at - 1]} next={pages[at + 1]} />
      </article>
    </div>
  )
}

/** Shows the section of the address, and moves the focus to it: screen readers go on from there. */
function useShownSection(page: GuidePage | undefined, section: string): void {
  useEffect(() => {
    if (page === undefined || section === '') return undefined
    // After the frame has set the page to its top.
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(section)
      heading?.scrollIntoView()
      heading?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [page, section])
}

function Contents({ parts, page }: Pick<GuideProps, 'parts' | 'page'>): ReactNode {
  return (
    <nav aria-label={guideTexts.contents} className={styles.contents}>
      {parts.map((part) => (
        <div key={part.title}>
          <p className={styles.part}>{part.title}</p>
          <ul>
            {part.pages.map((one) => (
              <li key={one.id}>
                <Link to={address} params={{ page: one.id }} className={styles.entry ?? ''}>
                  {one.title}
                </Link>
                {one === page && (
                  <ul className={styles.inPage} aria-label={guideTexts.onThisPage}>
                    {one.sections.map(({ id, title }) => (
                      <li key={id}>
                        <Link
                          to={address}
                          params={{ page: one.id }}
                          hash={id}
                          className={styles.entry ?? ''}
                          activeOptions={{ includeHash: true }}
                        >
                          {title}
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** All pages with their purpose. */
function Cover({ parts }: Pick<GuideProps, 'parts'>): ReactNode {
  return parts.map((part) => (
    <section key={part.title} className={styles.section}>
      <h2 className={styles.heading}>{part.title}</h2>
      <ul className={styles.cards}>
        {part.pages.map(({ id, title, lead }) => (
          <li key={id}>
            <Link to={address} params={{ page: id }} className={styles.card ?? ''}>
              <strong>{title}</strong>
              <span>{lead}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))
}

type NeighboursProps = { previous: GuidePage | undefined; next: GuidePage | undefined }

function Neighbours({ previous, next }: NeighboursProps): ReactNode {
  return (
    <div className={styles.neighbours}>
      {previous !== undefined && (
        <Link to={address} params={{ page: previous.id }} className={styles.card ?? ''}>
          <span className={styles.way}>
            <ArrowLeft aria-hidden="true" />
            {guideTexts.previous}
          </span>
          <strong>{previous.title}</strong>
        </Link>
      )}
      {next !== undefined && (
        <Link to={address} params={{ page: next.id }} className={`${styles.card} ${styles.next}`}>
          <span className={styles.way}>
            {guideTexts.next}
            <ArrowRight aria-hidden="true" />
          </span>
          <strong>{next.title}</strong>
        </Link>
      )}
    </div>
  )
}
