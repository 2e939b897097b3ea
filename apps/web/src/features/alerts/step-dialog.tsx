import { Input, Modal } from 'antd'
import { useState } from 'react'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { Field } from '../../ui/field.tsx'
import { alertSummary } from './alert-summary.ts'
import styles from './alerts.module.css'
import { type StepName, type TakenStep, useAlertStep } from './use-alert-step.ts'

/** Longest note (calls §1). */
const NOTE_LIMIT = 500

/** What the dialog says of each step. */
export const STEP_WORDS: Readonly<
  Record<StepName, { readonly verb: string; readonly title: string; readonly what: string }>
> = {
  acknowledge: {
    verb: 'Acknowledge',
    title: 'Acknowledge this alert?',
    what: 'Everybody sees that you take care of it.',
  },
  resolve: {
    verb: 'Resolve',
    title: 'Resolve this alert?',
    what: 'It leaves the list of what is open and stays among the resolved ones.',
  },
}

/** Asks for a note and takes the step. `dialog` has to be rendered somewhere; `ask` opens it. */
export function useStepDialog() {
  const [asked, setAsked] = useState<TakenStep | undefined>()
  // A note that the server did not take comes back into the dialog.
  const step = useAlertStep(setAsked)
  return {
    ask: (alert: TakenStep['alert'], name: StepName) => setAsked({ alert, step: name, note: '' }),
    dialog: (
      <StepDialog
        asked={asked}
        onNote={(note) => asked && setAsked({ ...asked, note })}
        onClose={() => setAsked(undefined)}
        onTake={(taken) => {
          setAsked(undefined)
          step.mutate({ ...taken, note: taken.note.trim() })
        }}
      />
    ),
  }
}

interface StepDialogProps {
  readonly asked: TakenStep | undefined
  readonly onNote: (note: string) => void
  readonly onClose: () => void
  readonly onTake: (taken: TakenStep) => void
}

function StepDialog({ asked, onNote, onClose, onTake }: StepDialogProps) {
  const words = asked ? STEP_WORDS[asked.step] : undefined
  const offline = useOfflineReason()
  return (
    <Modal
      open={asked !== undefined}
      title={words?.title}
      okText={words?.verb}
      okButtonProps={{ disabled: offline !== undefined, title: offline }}
      onOk={() => asked && onTake(asked)}
      onCancel={onClose}
      width={480}
      destroyOnHidden
    >
      {asked ? (
        <>
          <p className={styles.asked}>
            <strong>{alertSummary(asked.alert)}.</strong> {words?.what}
          </p>
          <Field label="Note (optional)" error={undefined}>
            {({ id }) => (
              <Input.TextArea
                id={id}
                autoFocus
                maxLength={NOTE_LIMIT}
                rows={3}
                value={asked.note}
                onChange={(event) => onNote(event.target.value)}
                onKeyDown={(event) => {
                  const send = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
                  if (send && offline === undefined) onTake(asked)
                }}
              />
            )}
          </Field>
        </>
      ) : null}
    </Modal>
  )
}
