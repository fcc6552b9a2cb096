import type { ReactNode } from 'react'
import { categoryOfId, requiredSecret } from '#domain/platform/categories.ts'
import type { ItemField } from '#domain/vault/item-fields.ts'
import { itemTexts, panelTexts } from '#texts/vault/contents.ts'
import { DangerMeter } from '#web/platform/ratings/DangerMeter.tsx'
import { Fact } from '#web/vault/element-panel/Fact.tsx'
import { lineEditor, linesEditor } from '#web/vault/element-panel/editors.tsx'
import { InlineField } from '#web/vault/element-panel/InlineField.tsx'
import type { EditorProps } from '#web/vault/element-panel/InlineEditing.tsx'
import { around, required, type TextCheck } from '#web/platform/shell/checks.ts'
import { lazyPart } from '#web/platform/shell/lazyPart.tsx'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { DueFact } from '#web/vault/due-dates/DueFact.tsx'
import { AddressLink } from './AddressLink.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import { ExtraFields } from './ExtraFields.tsx'
import { itemChecks } from './itemChecks.ts'
import formStyles from './ItemForm.module.css'
import styles from './ItemPanel.module.css'
import { PasswordFact, type SecretFactProps } from './PasswordFact.tsx'
import type { Item } from './queries.ts'
import { useItemSaves } from './useItemSaves.ts'
import { TimerOff } from 'lucide-react'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { OtpCell } from './OtpCell.tsx'
import { OtpCode } from './OtpCode.tsx'

const CategorySelect = lazyPart(() => import('./CategorySelect.tsx').then((module) => module.CategorySelect))

const Attachments = lazyPart(() =>
  import('#web/vault/attachments/Attachments.tsx').then((module) => module.Attachments),
)

const texts = itemTexts.fields
type Field = Exclude<ItemField, 'folder'>
type TextField = 'name' | 'login' | 'address' | 'description'

export type ItemDetailsProps = {
  item: Item
  now: number
  mayUpdate: boolean
  editRequest: number
  /** Refreshes table, tree and panel. */
  onChanged: () => Promise<void>
}

/** The editor of an address, with its danger. */
const addressEditor = (props: EditorProps): ReactNode => (
  <div className={formStyles.withMeter}>
    {lineEditor(props)}
    {props.value !== '' && <DangerMeter address={props.value} />}
  </div>
)

/** The fields of an item, each editable in place. */
export function ItemDetails({ item, now, mayUpdate, editRequest, onChanged }: ItemDetailsProps): ReactNode {
  const { saver, clear } = useItemSaves(item, onChanged)
  const saverOf = (field: Field) => (mayUpdate ? saver(field) : undefined)
  const clearerOf = (field: Field) => (mayUpdate ? () => void clear(field) : undefined)
  const secret = requiredSecret(item.categoryId)
  const field = (name: TextField) => ({
    label: texts[name],
    initial: item[name],
    check: around(item[name], itemChecks[name]),
    onSave: saverOf(name),
  })
  const copyOf = (name: 'login' | 'address') =>
    item[name] !== '' && (
      <CopyButton size="small" label={itemTexts.copy[name]} source={item[name]} what={texts[name]} />
    )

  return (
    <>
      <InlineField {...field('name')} editor={lineEditor} editRequest={editRequest} isRequired={mayUpdate}>
        {item.name}
      </InlineField>
      <InlineField {...field('login')} editor={lineEditor} actions={copyOf('login')}>
        {item.login}
      </InlineField>
      <PasswordFact
        item={item}
        isRequired={mayUpdate && secret === 'password'}
        onSave={saverOf('password')}
        onClear={secret === 'password' ? undefined : clearerOf('password')}
      />
      <OtpFact
        item={item}
        isRequired={mayUpdate && secret === 'otp'}
        onSave={saverOf('otp')}
        onClear={secret === 'otp' ? undefined : clearerOf('otp')}
      />
      <InlineField {...field('address')} editor={addressEditor} actions={copyOf('address')}>
        {item.address !== '' && <AddressLink address={item.address} />}
      </InlineField>
      <InlineField
        label={texts.category}
        initial={String(item.categoryId)}
        check={required}
        onSave={saverOf('category')}
        editor={({ label, value, onChange, error, isDisabled }) => (
          <CategorySelect
            label={label}
            value={Number(value)}
            onChange={(id) => onChange(String(id))}
            error={error}
            isDisabled={isDisabled}
            autoFocus
          />
        )}
      >
        <span className={styles.category}>
          <CategoryIcon name={categoryOfId(item.categoryId) === null ? '' : item.categoryIcon} />
          {item.category.name}
        </span>
      </InlineField>
      <DueFact
        renewBefore={item.renewBefore}
        due={item.due}
        now={now}
        onSave={saverOf('renewBefore')}
        onClear={clearerOf('renewBefore')}
      />
      <InlineField {...field('description')} isMultiline editor={linesEditor}>
        {item.description}
      </InlineField>
      <ExtraFields item={item} mayUpdate={mayUpdate} onChanged={onChanged} />
      <Attachments key={item.id} item={item} mayUpdate={mayUpdate} onChanged={onChanged} />
      <Fact label={itemTexts.folder}>{item.folder?.name ?? itemTexts.chestRoot}</Fact>
      <Fact label={panelTexts.creator}>{item.creator}</Fact>
      <Fact label={panelTexts.createdAt}>
        <RelativeTime at={item.createAt} now={now} />
      </Fact>
    </>
  )
}

/** Loaded with the field, before anybody can type in it. */
let otpCheck: TextCheck = () => null
const OtpInput = lazyPart(async () => {
  const [{ OtpInput: Input }, checks] = await Promise.all([import('./OtpInput.tsx'), import('./otpCheck.ts')])
  otpCheck = checks.otpCheck
  return Input
})

/** The one-time code with its countdown. Its secret can be replaced or deleted, and is never shown. */
function OtpFact({ item, isRequired, onSave, onClear }: SecretFactProps): ReactNode {
  return (
    <InlineField
      label={item.otp ? itemTexts.otpCode : itemTexts.fields.otp}
      editLabel={itemTexts.replaceSecret}
      isRequired={isRequired}
      initial=""
      check={(text) => otpCheck(text)}
      onSave={onSave}
      editor={(field) => <OtpInput {...field} autoFocus />}
      theirs={item.otp && <OtpCell itemId={item.id} name={item.name} look="panel" />}
      actions={
        item.otp &&
        onClear !== undefined && (
          <IconButton size="small" label={itemTexts.deleteOtp} icon={<TimerOff />} onPress={onClear} />
        )
      }
    >
      {item.otp ? <OtpCode key={item.revision} itemId={item.id} /> : null}
    </InlineField>
  )
}
