/** Every component in all its states, for development (vite serves /gallery.html); no part of a build. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { galleryTexts as texts } from '#texts/gallery.ts'
import { Buttons, Feedback, Navigation, Overlays, States } from './gallery/parts.tsx'
import { Choices, Fields, Secrets } from './gallery/fields.tsx'
import { GalleryTable } from './gallery/table.tsx'
import styles from './gallery/gallery.module.css'
import './platform/ui/base.css'
import { ScrollToTop } from './platform/ui/ScrollToTop.tsx'
import { SkipLink } from './platform/ui/SkipLink.tsx'
import { ThemeToggle } from './platform/ui/ThemeToggle.tsx'
import { UiProvider } from './platform/ui/UiProvider.tsx'

const sections = {
  buttons: <Buttons />,
  fields: <Fields />,
  choices: <Choices />,
  secrets: <Secrets />,
  feedback: <Feedback />,
  navigation: <Navigation />,
  table: <GalleryTable />,
  states: <States />,
  overlays: <Overlays />,
}

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <UiProvider>
        <SkipLink to="content" />
        <header className={styles.bar}>
          <strong>Trousseau</strong>
          <ThemeToggle />
        </header>
        <main id="content" tabIndex={-1} className={styles.page}>
          <h1>{texts.title}</h1>
          {Object.entries(sections).map(([name, content]) => (
            <section key={name} className={styles.section} id={name}>
              <h2>{texts.sections[name as keyof typeof sections]}</h2>
              {content}
            </section>
          ))}
        </main>
        <ScrollToTop />
      </UiProvider>
    </StrictMode>,
  )
}
