import { useState, type ReactNode } from 'react'
import { Folder, Inbox, KeyRound, Lock, Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { galleryTexts as texts } from '#texts/gallery.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Breadcrumbs } from '#web/platform/ui/Breadcrumbs.tsx'
import { Button, ButtonLink, IconButton } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import { EmptyState, ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { Kbd } from '#web/platform/ui/Kbd.tsx'
import { MenuButton } from '#web/platform/ui/Menu.tsx'
import { Paging } from '#web/platform/ui/Paging.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { SidePanel } from '#web/platform/ui/SidePanel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { Tree, type TreeParts } from '#web/platform/ui/Tree.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import styles from './gallery.module.css'

const nothing = () => undefined

type Twig = { id: string; label: string; children: readonly Twig[]; parts?: TreeParts }

export function Buttons(): ReactNode {
  return (
    <>
      <div className={styles.line}>
        <Button look="primary" icon={<Plus />}>
          {texts.create}
        </Button>
        <Button>{texts.import}</Button>
        <Button look="plain">{texts.details}</Button>
        <Button look="danger">{texts.remove}</Button>
        <ButtonLink href="#buttons">{texts.details}</ButtonLink>
      </div>
      <div className={styles.line}>
        <Button look="primary" isPending>
          {texts.save}
        </Button>
        <Button isDisabled>{texts.disabled}</Button>
        <Button look="primary" isDisabled>
          {texts.save}
        </Button>
        <Button size="small" icon={<Plus />}>
          {texts.import}
        </Button>
      </div>
      <div className={styles.line}>
        <IconButton label={texts.edit} icon={<Pencil />} shortcut="e" />
        <IconButton label={texts.favourites} icon={<Star />} isPressed />
        <IconButton label={texts.remove} icon={<Trash2 />} look="danger" />
        <IconButton label={texts.edit} icon={<Pencil />} isDisabled />
        <MenuButton
          label={uiTexts.actions}
          entries={[
            { id: 'edit', label: texts.edit, icon: <Pencil />, shortcut: 'e' },
            { id: 'star', label: texts.favourites, icon: <Star />, isDisabled: true },
            'line',
            { id: 'remove', label: texts.remove, icon: <Trash2 />, look: 'danger' },
          ]}
        />
        <Kbd>Ctrl</Kbd>
        <Kbd>K</Kbd>
      </div>
    </>
  )
}

export function Feedback(): ReactNode {
  const toasts = useToasts()
  return (
    <div className={styles.stack}>
      <div className={styles.line}>
        <Badge>L</Badge>
        <Badge tone="info">C</Badge>
        <Badge tone="success">{texts.save}</Badge>
        <Badge tone="attention" icon={<Lock />}>
          {texts.locked}
        </Badge>
        <Badge tone="danger">{texts.remove}</Badge>
      </div>
      <Banner title={texts.demo}>{texts.demoText}</Banner>
      <Banner tone="attention">{texts.offline}</Banner>
      <Banner tone="danger" onClose={nothing}>
        {texts.failed}
      </Banner>
      <Banner tone="success">{texts.created}</Banner>
      <ProgressBar label={texts.importing} value={128} total={400} detail={texts.importDetail} />
      <ProgressBar label={texts.waiting} value={null} />
      <div className={styles.line}>
        <Button onPress={() => toasts.success(texts.created)}>{texts.created}</Button>
        <Button
          onPress={() =>
            toasts.success(texts.deleted, { action: { label: uiTexts.cancel, onAction: nothing } })
          }
        >
          {texts.deleted}
        </Button>
        <Button onPress={() => toasts.error(texts.failed)}>{texts.failed}</Button>
      </div>
    </div>
  )
}

export function Navigation(): ReactNode {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['0', '1']))
  const [selected, setSelected] = useState('2')
  const [place, setPlace] = useState({ offset: 75, limit: 25 })
  const [production, staging, bases, network, contractors] = texts.folders
  const folder = (id: string, label: string, children: readonly Twig[] = []): Twig => ({
    id,
    label,
    children,
  })
  const crumbs = [texts.root, ...texts.folders].map((label, id) => ({
    id: String(id),
    label,
    href: '#navigation',
  }))
  return (
    <div className={styles.stack}>
      <Breadcrumbs crumbs={crumbs.slice(0, 3)} label={texts.tree} />
      <Breadcrumbs crumbs={crumbs} />
      <div className={styles.grid}>
        <Tree<Twig>
          label={texts.tree}
          selectedId={selected}
          onSelect={({ id }) => setSelected(id)}
          expandedIds={expanded}
          onExpand={setExpanded}
          idOf={({ id }) => id}
          labelOf={({ label }) => label}
          childrenOf={({ children }) => children}
          partsOf={({ parts }) => ({ ...parts, icon: parts?.icon ?? <Folder /> })}
          nodes={[
            {
              ...folder('0', texts.root, [
                folder('1', production, [folder('2', bases), folder('3', network)]),
                { ...folder('4', staging), parts: { aside: <Lock size={14} /> } },
                { ...folder('5', contractors), parts: { isDisabled: true } },
              ]),
              parts: { icon: <KeyRound />, aside: 42 },
            },
          ]}
        />
        <Tabs
          label={texts.details}
          tabs={[
            { id: 'details', label: texts.details, content: <Skeleton lines={3} /> },
            { id: 'history', label: texts.history, content: texts.history },
            { id: 'locked', label: texts.locked, content: null, isDisabled: true },
          ]}
        />
      </div>
      <Paging {...place} total={312} onChange={setPlace} />
    </div>
  )
}

export function States(): ReactNode {
  return (
    <div className={styles.grid}>
      <EmptyState
        icon={<Inbox />}
        title={texts.emptyTitle}
        actions={
          <Button look="primary" icon={<Plus />}>
            {texts.create}
          </Button>
        }
      >
        {texts.emptyText}
      </EmptyState>
      <ErrorBlock title={texts.failed} onRetry={nothing} />
    </div>
  )
}

export function Overlays(): ReactNode {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const form = useForm({ name: '' }, { name: (name) => (name === '' ? texts.nameError : null) })
  const close = () => {
    form.reset()
    setOpen(null)
  }
  return (
    <>
      <div className={styles.line}>
        <Button onPress={() => setOpen('dialog')}>{texts.create}</Button>
        <Button onPress={() => setOpen('confirm')}>{texts.remove}</Button>
        <Button onPress={() => setPanelOpen(!isPanelOpen)}>{texts.details}</Button>
      </div>
      <div className={`${styles.card} ${styles.panel}`}>
        <Skeleton lines={6} />
        <SidePanel
          title={texts.rows[0][0]}
          label={texts.rows[0][0]}
          isOpen={isPanelOpen}
          onClose={() => setPanelOpen(false)}
          actions={<IconButton label={texts.edit} icon={<Pencil />} />}
        >
          {texts.emptyText}
        </SidePanel>
      </div>
      {open === 'dialog' && (
        <FormDialog
          title={texts.create}
          submitLabel={texts.save}
          isDirty={form.isDirty}
          isReady={form.isReady}
          refusals={form.refusals}
          onSubmit={() => form.submit(close)}
          onClose={close}
        >
          <TextField
            label={texts.name}
            description={texts.nameHint}
            isRequired
            autoFocus
            {...form.field('name')}
          />
        </FormDialog>
      )}
      <ConfirmDialog
        title={texts.confirmTitle}
        isOpen={open === 'confirm'}
        onClose={() => setOpen(null)}
        onConfirm={nothing}
        confirmLabel={texts.remove}
      >
        <p>{texts.confirmText}</p>
      </ConfirmDialog>
    </>
  )
}
