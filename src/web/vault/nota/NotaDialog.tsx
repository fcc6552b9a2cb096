import { useEffect, useId, useState, type ReactNode } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { nota } from '#contract/vault/nota.ts'
import { encodeNota } from '#domain/vault/nota-content.ts'
import { sealNota } from '#domain/vault/nota-seal.ts'
import { fieldTexts, uiTexts } from '#texts/platform/ui.ts'
import { notaTexts } from '#texts/vault/nota.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { useCopy } from '#web/platform/ui/Clipboard.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Form } from '#web/platform/ui/Form.tsx'
import { TextArea } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { ExpiryField, useNotaExpiries } from './ExpiryField.tsx'
import { ItemFields, type SharedItem } from './ItemFields.tsx'
import { contentOf, countOf, faultOf, sharedFields, type SharedField } from './notaMessage.ts'
import { piecesOf, type Piece } from './pieces.ts'
import { canSeal } from './reading.ts'
import styles from './NotaDialog.module.css'
import { SecretMask, SecretText } from '#web/platform/ui/SecretText.tsx'
import { CopyAction } from './CopyAction.tsx'

const texts = notaTexts
const ticks: Record<SharedField, boolean> = { name: true, login: true, address: true, password: false }

export type NotaDialogProps = {
  chestId: number
  /** The shared item; undefined for a free message. */
  item?: SharedItem | undefined
  onClose: () => void
}

/** Writes a one-time message, then shows its link, in two steps of one dialog (NOTA-01, NOTA-05). */
export function NotaDialog({ chestId, item, onClose }: NotaDialogProps): ReactNode {
  const toasts = useToasts()
  const copy = useCopy()
  const { user } = useSession()
  const formId = useId()
  const isAble = canSeal()
  const expiries = useNotaExpiries(isAble)
  const [isPending, setPending] = useState(false)
  const [made, setMade] = useState<ReplyOf<typeof nota.create> | null>(null)
  const [isCopied, setCopied] = useState(false)
  const [showsName, setShowsName] = useState(false)
  const [chosenExpiry, setExpiry] = useState<number | null>(null)
  const [ticked, setTicked] = useState(ticks)
  const password = useKeptPassword(item, () => setTicked((before) => ({ ...before, password: true })))

  const valueOf = (field: SharedField): string =>
    item === undefined ? '' : field === 'password' ? (password ?? '') : item[field]
  const chosen = sharedFields
    .filter((field) => ticked[field] && valueOf(field) !== '')
    .map((field) => ({ field, value: valueOf(field) }))
  const fault = (text: string) =>
    faultOf(encodeNota(contentOf(chosen, text)), item === undefined ? fieldTexts.required : texts.nothing)
  const form = useForm({ text: '' }, { text: fault })
  const content = contentOf(chosen, form.values.text)
  const message = encodeNota(content)
  const expiry = chosenExpiry ?? expiries.data?.find(({ isDefault }) => isDefault)?.id ?? null

  const create = async (expirationDateId: number) => {
    setPending(true)
    let linked: ReplyOf<typeof nota.create> | null = null
    const make = async () => {
      const { sealed, proofHash, key } = await sealNota(message)
      const reply = await call(nota.create, {
        body: { message: sealed, chestId, expirationDateId, proofHash, showName: showsName },
      })
      linked = { ...reply, link: `${reply.link}#${key}` }
      toasts.success(texts.created)
      return linked.link
    }
    try {
      // A browser that refuses leaves it to the button of the second step.
      const isDone = (await copy(make)) !== false
      if (isDone) toasts.success(uiTexts.copied, { detail: texts.link.label })
      setCopied(isDone)
      setMade(linked)
    } catch (error) {
      toasts.error(texts.createFailed)
      form.fail('text', sentenceOf(error))
    }
    setPending(false)
  }

  const field = form.field('text')
  return (
    <Dialog
      title={made === null ? texts.title : texts.link.title}
      isOpen
      isDirty={made === null ? form.values.text !== '' : !isCopied}
      discard={made === null ? undefined : texts.link.discard}
      isBusy={isPending}
      // The link is shown only once: a press outside must not close the dialog.
      isHeld={made !== null}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {made === null ? uiTexts.cancel : uiTexts.close}
          </Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            isPending={isPending}
            isDisabled={!isAble || expiry === null || made !== null}
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      {made !== null ? (
        <NotaLink made={made} isCopied={isCopied} onCopied={() => setCopied(true)} />
      ) : !isAble ? (
        <Banner tone="attention">{texts.insecure}</Banner>
      ) : (
        <Form
          id={formId}
          refusals={form.refusals}
          isPending={isPending || expiry === null}
          onSubmit={() => form.submit(() => expiry !== null && void create(expiry))}
        >
          <p className={styles.intro}>{texts.intro}</p>
          {item !== undefined && (
            <ItemFields
              item={item}
              ticked={ticked}
              hasPassword={password !== null}
              onTick={(name, isTicked) => {
                setTicked((before) => ({ ...before, [name]: isTicked }))
                // Clears the refusal of the previous message.
                form.set({ text: form.values.text })
              }}
            />
          )}
          <TextArea
            label={item === undefined ? texts.message : texts.ownText}
            rows={item === undefined ? 6 : 3}
            isRequired={item === undefined}
            autoFocus={item === undefined}
            // Some browsers send typed text to a spell-checking service.
            spellCheck={false}
            {...field}
            // The length limit is reported while typing.
            error={field.error ?? (message === '' ? null : fault(field.value))}
            aside={<span className={styles.count}>{countOf(message)}</span>}
          />
          {item !== undefined && (
            <MessagePreview
              pieces={piecesOf(content)}
              isMasked={item.reveal === null || item.reveal.value === null}
            />
          )}
          <ExpiryField expiries={expiries} value={expiry} onChange={setExpiry} />
          <Checkbox
            label={texts.showName(`${user.firstName} ${user.lastName}`)}
            description={texts.showNameDetail}
            isSelected={showsName}
            onChange={setShowsName}
          />
        </Form>
      )}
    </Dialog>
  )
}

/**
 * Returns the password that was revealed in this dialog, also after it is masked again. It is discarded when
 * the dialog is hidden because its chest was locked.
 */
function useKeptPassword(item: SharedItem | undefined, onRevealed: () => void): string | null {
  const [kept, setKept] = useState<string | null>(null)
  const shown = item?.reveal?.value ?? null
  if (shown !== null && shown !== kept) {
    setKept(shown)
    onRevealed()
  }
  useEffect(() => () => setKept(null), [])
  return kept
}

type MessagePreviewProps = {
  pieces: readonly Piece[]
  /** The revealed password has been masked again. It is sent all the same. */
  isMasked: boolean
}

/** A preview of exactly what is sent. */
function MessagePreview({ pieces, isMasked }: MessagePreviewProps): ReactNode {
  const id = useId()
  return (
    <div className={styles.previewFrame}>
      <p id={id} className={styles.legend}>
        {notaTexts.preview}
      </p>
      {/* Focusable, so that the keyboard scrolls it. */}
      <div className={styles.preview} role="region" aria-labelledby={id} tabIndex={0}>
        {pieces.length === 0 && <span className={styles.quiet}>{notaTexts.previewEmpty}</span>}
        {pieces.map((piece, index) =>
          !piece.isSecret ? (
            <span key={index}>{piece.text}</span>
          ) : isMasked ? (
            <SecretMask key={index} />
          ) : (
            // In one group: the spaces between groups would not be sent.
            <SecretText key={index} value={piece.text} groupBy={piece.text.length} />
          ),
        )}
      </div>
    </div>
  )
}

const linkTexts = notaTexts.link

type NotaLinkProps = {
  made: { link: string; expiresAt: string }
  isCopied: boolean
  onCopied: () => void
}

/** The second step: the complete link, shown once (NOTA-05). */
function NotaLink({ made, isCopied, onCopied }: NotaLinkProps): ReactNode {
  return (
    <div className={styles.step}>
      <Banner tone={isCopied ? 'success' : 'attention'} title={isCopied ? linkTexts.paste : linkTexts.once}>
        {linkTexts.until(made.expiresAt)}
      </Banner>
      <div className={styles.previewFrame}>
        <p className={styles.legend}>{linkTexts.label}</p>
        {/* One click selects all of it. */}
        <output className={styles.link} aria-label={linkTexts.label} translate="no" onCopy={onCopied}>
          {made.link}
        </output>
      </div>
      <p className={styles.intro}>{linkTexts.stays}</p>
      <CopyAction text={made.link} look="primary" isWide autoFocus onCopied={onCopied}>
        {linkTexts.copy}
      </CopyAction>
    </div>
  )
}
