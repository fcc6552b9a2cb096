import { extraFieldLimits } from '#domain/platform/limits.ts'
import { useState, type DragEvent, type ReactNode } from 'react'
import {
  ArrowDown,
  ArrowUp,
  Copy,
  Eye,
  EyeOff,
  GripVertical,
  PencilLine,
  Plus,
  QrCode,
  Trash2,
} from 'lucide-react'
import { categories } from '#domain/platform/categories.ts'
import { formatCalendarDay } from '#texts/platform/format.ts'
import { extraFieldTexts as texts } from '#texts/vault/extra-fields.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { InlineField } from '#web/vault/element-panel/InlineField.tsx'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import { cx } from '#web/platform/ui/given.ts'
import { MenuButton } from '#web/platform/ui/Menu.tsx'
import { SecretMask, SecretText } from '#web/platform/ui/SecretText.tsx'
import { AddressLink } from './AddressLink.tsx'
import { checkValue } from './extraFieldChecks.ts'
import { ValueEditor } from './extraFieldEditors.tsx'
import styles from './ExtraFields.module.css'
import panelStyles from './ItemPanel.module.css'
import type { Item } from './queries.ts'
import { readExtraField, useCopySecret, useRevealed } from './secrets.ts'
import { useExtraFieldSaves, type ItemExtraField } from './useExtraFieldSaves.ts'

const ExtraFieldDialog = lazyDialog(() =>
  import('./ExtraFieldDialog.tsx').then((module) => module.ExtraFieldDialog),
)
const WifiDialog = lazyDialog(() => import('./WifiDialog.tsx').then((module) => module.WifiDialog))

export type ExtraFieldsProps = { item: Item; mayUpdate: boolean; onChanged: () => Promise<void> }

/** The extra fields of an item, each editable in place; by menu or by dragging they change places. */
export function ExtraFields({ item, mayUpdate, onChanged }: ExtraFieldsProps): ReactNode {
  const { saver, remove, order } = useExtraFieldSaves(item, onChanged)
  const [edited, setEdited] = useState<ItemExtraField | 'new' | null>(null)
  const [isWifiShown, setWifiShown] = useState(false)
  const [dragged, setDragged] = useState<{ id: number; over: number } | null>(null)
  const { fields } = item
  const isJoinable = item.categoryId === categories.wifi.id && item.password
  const move = (from: number, to: number) => {
    const field = fields[from]
    if (field === undefined || from === to || to < 0 || to >= fields.length) return
    void order(fields.toSpliced(from, 1).toSpliced(to, 0, field))
  }
  const drop = () => {
    if (dragged !== null)
      move(
        fields.findIndex(({ id }) => id === dragged.id),
        dragged.over,
      )
    setDragged(null)
  }
  return (
    <div role="group" aria-label={texts.title}>
      {fields.map((field, place) => (
        <div
          key={field.id}
          className={cx(styles.fact, dragged?.over === place && styles.over)}
          {...(dragged !== null && {
            onDragOver: (event: DragEvent) => {
              event.preventDefault()
              if (dragged.over !== place) setDragged({ ...dragged, over: place })
            },
            onDrop: (event: DragEvent) => {
              event.preventDefault()
              drop()
            },
          })}
        >
          {mayUpdate && fields.length > 1 && (
            <span
              className={styles.grip}
              draggable
              title={texts.drag(field.label)}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', field.label)
                setDragged({ id: field.id, over: place })
              }}
              onDragEnd={() => setDragged(null)}
            >
              <GripVertical aria-hidden="true" />
            </span>
          )}
          <ExtraFact
            item={item}
            field={field}
            onSave={mayUpdate ? saver(field) : undefined}
            menu={
              mayUpdate && (
                <MenuButton
                  size="small"
                  label={texts.actions(field.label)}
                  entries={[
                    {
                      id: 'edit',
                      label: texts.editField,
                      icon: <PencilLine />,
                      onAction: () => setEdited(field),
                    },
                    {
                      id: 'up',
                      label: texts.moveUp,
                      icon: <ArrowUp />,
                      isDisabled: place === 0,
                      onAction: () => move(place, place - 1),
                    },
                    {
                      id: 'down',
                      label: texts.moveDown,
                      icon: <ArrowDown />,
                      isDisabled: place === fields.length - 1,
                      onAction: () => move(place, place + 1),
                    },
                    'line',
                    {
                      id: 'remove',
                      label: texts.remove,
                      icon: <Trash2 />,
                      look: 'danger',
                      onAction: () => void remove(field),
                    },
                  ]}
                />
              )
            }
          />
        </div>
      ))}
      {(mayUpdate || isJoinable) && (
        <div className={styles.buttons}>
          {isJoinable && (
            <Button size="small" icon={<QrCode />} onPress={() => setWifiShown(true)}>
              {texts.wifi.show}
            </Button>
          )}
          {mayUpdate && (
            <Button
              size="small"
              look="plain"
              icon={<Plus />}
              isDisabled={fields.length >= extraFieldLimits.fields}
              onPress={() => setEdited('new')}
            >
              {texts.add}
            </Button>
          )}
        </div>
      )}
      {edited !== null && (
        <ExtraFieldDialog
          item={item}
          field={edited === 'new' ? null : edited}
          onChanged={onChanged}
          onClose={() => setEdited(null)}
        />
      )}
      {isWifiShown && <WifiDialog item={item} onClose={() => setWifiShown(false)} />}
    </div>
  )
}

type FactProps = {
  item: Item
  field: ItemExtraField
  onSave: ((value: string) => Promise<void>) | undefined
  menu: ReactNode
}

/** A field with its buttons. A concealed one is masked, and its editor starts empty, as that of the password. */
function ExtraFact({ item, field, onSave, menu }: FactProps): ReactNode {
  const { label, kind, value } = field
  const isSecret = value === true
  const read = () => readExtraField(item.id, field.id)
  const reveal = useRevealed(item.revision, read)
  const copy = useCopySecret()
  const revealButton = (
    <IconButton
      size="small"
      label={reveal.value === null ? texts.show(label) : texts.hide(label)}
      icon={reveal.value === null ? <Eye /> : <EyeOff />}
      isPending={reveal.isPending}
      onPress={reveal.toggle}
    />
  )
  return (
    <InlineField
      label={label}
      {...(isSecret && { editLabel: texts.newValue })}
      initial={isSecret ? '' : value}
      check={(text) => checkValue(kind, text, isSecret ? '' : value)}
      onSave={onSave}
      isMultiline={kind === 'lines'}
      editor={(editing) => <ValueEditor {...editing} kind={kind} autoFocus />}
      {...(isSecret && {
        theirs: (
          <span className={panelStyles.revealed}>
            {reveal.value === null ? <SecretMask /> : <Revealed value={reveal.value} />}
            {revealButton}
          </span>
        ),
      })}
      actions={
        <>
          {isSecret && revealButton}
          {isSecret ? (
            <IconButton
              size="small"
              label={texts.copy(label)}
              icon={<Copy />}
              onPress={() => void copy(read, label)}
            />
          ) : (
            <CopyButton size="small" label={texts.copy(label)} source={value} what={label} />
          )}
          {menu}
        </>
      }
    >
      {isSecret ? (
        <span className={panelStyles.secret}>
          {reveal.value === null ? <SecretMask /> : <Revealed value={reveal.value} />}
          {reveal.value !== null && (
            <span className={panelStyles.countdown} role="timer">
              {itemTexts.masksIn(reveal.secondsLeft)}
            </span>
          )}
        </span>
      ) : kind === 'address' ? (
        <AddressLink address={value} />
      ) : kind === 'date' ? (
        formatCalendarDay(value)
      ) : (
        value
      )}
    </InlineField>
  )
}

/** A secret of several lines keeps them: groups would break a private key. */
function Revealed({ value }: { value: string }): ReactNode {
  return value.includes('\n') ? (
    <span className={styles.secretLines} translate="no" data-secret="">
      {value}
    </span>
  ) : (
    <SecretText value={value} />
  )
}
