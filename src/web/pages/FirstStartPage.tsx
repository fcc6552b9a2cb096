import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Navigate } from '@tanstack/react-router'
import { Check, Minus } from 'lucide-react'
import { banks } from '#contract/office/banks.ts'
import { firstStart } from '#contract/office/first-start.ts'
import { currentStep, firstStartSteps, type FirstStartStep } from '#domain/platform/first-start.ts'
import { firstStartTexts as texts } from '#texts/office/first-start.ts'
import { call } from '#web/platform/api/client.ts'
import styles from '#web/office/first-start/FirstStart.module.css'
import { useFirstStart, useSetFirstStart, type FirstStart } from '#web/office/first-start/queries.ts'
import { RootKeyStep } from '#web/office/first-start/RootKeyStep.tsx'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import { useMay, useSession } from '#web/platform/shell/session.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useUserChests, type UserChest } from '#web/vault/chests/queries.ts'
import pageStyles from './Page.module.css'

const CreateBankDialog = lazyDialog(() =>
  import('#web/office/banks/BankDialog.tsx').then((module) => module.CreateBankDialog),
)
const CreateUserDialog = lazyDialog(() =>
  import('#web/office/users/UserDialogs.tsx').then((module) => module.CreateUserDialog),
)
const CreateChest = lazyDialog(() => import('./chests/CreateChest.tsx').then((module) => module.CreateChest))
const ImportDialog = lazyDialog(() =>
  import('#web/vault/imports/ImportDialog.tsx').then((module) => module.ImportDialog),
)

/** /routes/first-start: the guide of the first super administrator, until each step is done or skipped. */
export function FirstStartPage(): ReactNode {
  usePageTitle(texts.title)
  const isChief = useMay('manageEverything')
  const query = useFirstStart(isChief)
  if (!isChief) return <Navigate to="/routes/explorer" replace />
  return (
    <div className={`${pageStyles.page} ${pageStyles.narrow}`}>
      <h1 className={pageStyles.title}>{texts.title}</h1>
      <Loaded query={query} failed={texts.loadFailed} lines={8}>
        {(state) => <Guide state={state} />}
      </Loaded>
    </div>
  )
}

function Guide({ state }: { state: FirstStart }): ReactNode {
  const toasts = useToasts()
  const setState = useSetFirstStart()
  const chests = useUserChests()
  const [isPending, setPending] = useState(false)
  const step = currentStep(state.passed)
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  // The button that was pressed left with its step.
  useEffect(() => {
    if (last.current !== step) heading.current?.focus()
    last.current = step
  }, [step])

  const pass = async (steps: FirstStartStep[], outcome: 'done' | 'skipped') => {
    setPending(true)
    try {
      setState(await call(firstStart.pass, { body: { steps, outcome } }))
    } catch {
      toasts.error(texts.failed)
    }
    setPending(false)
  }
  // The newest of all chests: that of the guide.
  const chest = (chests.data ?? []).toSorted((one, other) => other.id - one.id)[0]
  if (!state.isOpen || step === null) {
    if (chests.isPending) return null
    const isOwner = Object.keys(state.passed).length > 0
    return (
      <Navigate
        to="/routes/explorer"
        search={isOwner && chest !== undefined ? { chestId: chest.id } : {}}
        replace
      />
    )
  }
  const left = firstStartSteps.filter((one) => state.passed[one] === undefined)
  return (
    <>
      <p className={styles.quiet}>{texts.intro}</p>
      <ol className={styles.steps}>
        {firstStartSteps.map((one, at) => {
          const outcome = state.passed[one]
          const isCurrent = one === step
          return (
            <li
              key={one}
              className={styles.step}
              data-state={outcome !== undefined ? 'passed' : isCurrent ? 'current' : 'next'}
              aria-current={isCurrent ? 'step' : undefined}
            >
              <div className={styles.top}>
                <span className={styles.number} aria-hidden="true">
                  {outcome === 'done' ? <Check /> : outcome === 'skipped' ? <Minus /> : at + 1}
                </span>
                <h2 className={styles.heading} tabIndex={-1} ref={isCurrent ? heading : undefined}>
                  {texts.steps[one].title}
                </h2>
                {outcome !== undefined && (
                  <Badge tone={outcome === 'done' ? 'success' : 'neutral'}>{texts[outcome]}</Badge>
                )}
              </div>
              {isCurrent && (
                <div className={styles.content}>
                  <Step
                    key={one}
                    step={one}
                    state={state}
                    chest={chest}
                    onDone={() => void pass([one], 'done')}
                    skip={
                      <Button isPending={isPending} onPress={() => void pass([one], 'skipped')}>
                        {texts.skip}
                      </Button>
                    }
                  />
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <Button look="plain" isDisabled={isPending} onPress={() => void pass(left, 'skipped')}>
        {texts.skipAll}
      </Button>
    </>
  )
}

type StepProps = {
  step: FirstStartStep
  state: FirstStart
  chest: UserChest | undefined
  onDone: () => void
  /** The button that skips the step. */
  skip: ReactNode
}

/** What the current step says, and its dialog. */
function Step({ step, state, chest, onDone, skip }: StepProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  /** Whether something of this step was made, which another press may add to. */
  const [isMade, setMade] = useState(false)
  const { refetch } = useUserChests()
  const { sendsMails } = useSession()
  if (step === 'rootKey') return <RootKeyStep state={state} onConfirmed={onDone} more={skip} />
  const close = () => setOpen(false)
  const { detail, action } = texts.steps[step]
  // The master key of a guardian chest is asked for in the explorer.
  const target = chest?.guardian === false ? chest : undefined
  const isBlocked = step === 'import' && target === undefined
  return (
    <>
      <p>{detail}</p>
      {step === 'people' && !sendsMails && <Banner tone="attention">{texts.noMailServer}</Banner>}
      {isBlocked && <Banner>{texts.noChest}</Banner>}
      <div className={styles.actions}>
        {isMade && (
          <Button look="primary" autoFocus onPress={onDone}>
            {texts.goOn}
          </Button>
        )}
        {!isBlocked && (
          <Button look={isMade ? 'quiet' : 'primary'} onPress={() => setOpen(true)}>
            {action}
          </Button>
        )}
        {!isMade && skip}
      </div>
      {isOpen && step === 'bank' && (
        <CreateBankDialog
          isChosen
          onCreate={async (body) => (await call(banks.create, { body })).id}
          onCreated={async () => {
            setMade(true)
            onDone()
          }}
          onClose={close}
        />
      )}
      {isOpen && step === 'people' && (
        <CreateUserDialog
          onCreated={() => {
            setMade(true)
            close()
          }}
          onSeveral={() => setMade(true)}
          onClose={close}
        />
      )}
      {isOpen && step === 'chest' && (
        <CreateChest
          onCreated={() => {
            setMade(true)
            close()
            void refetch().then(onDone)
          }}
          onClose={close}
        />
      )}
      {isOpen && step === 'import' && target !== undefined && (
        <ImportDialog
          chest={target}
          folder={null}
          onImported={async () => setMade(true)}
          onClose={() => {
            close()
            if (isMade) onDone()
          }}
        />
      )}
    </>
  )
}
