import { Fragment, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { guidePageOf, partsOf, type Block } from '#texts/office/guide/model.ts'
import { guideParts } from '#texts/office/guide/pages.ts'
import { guidePictures, type PictureName } from '#texts/office/guide/pictures.ts'
import { guideTexts } from '#texts/office/guide/texts.ts'
import { Kbd } from '#web/platform/ui/Kbd.tsx'
import { useTheme } from '#web/platform/ui/useTheme.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './Guide.module.css'

const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })

/** A text with its labels, keys and links to other pages. */
function Words({ text }: { text: string }): ReactNode {
  return partsOf(text).map((part, at) => {
    const id = `${at} ${part.text}`
    if (part.kind === 'label')
      return (
        <strong key={id} className={styles.label}>
          {part.text}
        </strong>
      )
    if (part.kind === 'key') return <Kbd key={id}>{part.text}</Kbd>
    if (part.kind === 'page')
      return (
        <Link key={id} to="/routes/guide/{-$page}" params={{ page: part.text }}>
          {guidePageOf(guideParts, part.text)?.title}
        </Link>
      )
    return <Fragment key={id}>{part.text}</Fragment>
  })
}

/** A picture in the theme of the page. Its size is known before it is loaded, so that nothing moves. */
function GuideImage({ name }: { name: PictureName }): ReactNode {
  const { theme } = useTheme()
  const { width, height, alt } = guidePictures[name]
  const of = (shown: 'light' | 'dark') => files[`./pictures/${name}-${shown}.webp`]
  return (
    <picture className={styles.picture}>
      {theme === 'system' && <source media="(prefers-color-scheme: dark)" srcSet={of('dark')} />}
      <img
        src={of(theme === 'dark' ? 'dark' : 'light')}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    </picture>
  )
}

const Entries = ({ items }: { items: readonly string[] }): ReactNode =>
  items.map((item) => (
    <li key={item}>
      <Words text={item} />
    </li>
  ))

/** A block of a section. */
export function GuideBlock({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'text':
      return (
        <p>
          <Words text={block.text} />
        </p>
      )
    case 'note':
      return (
        <p className={styles.note}>
          <Info aria-hidden="true" />
          <span>
            <VisuallyHidden>{guideTexts.note} </VisuallyHidden>
            <Words text={block.text} />
          </span>
        </p>
      )
    case 'steps':
      return (
        <ol className={styles.steps}>
          <Entries items={block.items} />
        </ol>
      )
    case 'list':
      return (
        <ul className={styles.list}>
          <Entries items={block.items} />
        </ul>
      )
    case 'table':
      return (
        <table className={styles.table} aria-label={block.label}>
          <thead>
            <tr>
              {block.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map(([first = '', ...cells]) => (
              <tr key={`${first} ${cells[0]}`}>
                <th scope="row">
                  <Words text={first} />
                </th>
                {cells.map((cell) => (
                  <td key={cell}>
                    <Words text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
    case 'picture':
      return <GuideImage name={block.name} />
  }
}
