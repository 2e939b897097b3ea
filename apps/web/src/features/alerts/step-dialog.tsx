import { Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { Field } from '../../ui/field.tsx'
import { alertSummary } from '../alert-notices/index.ts'
import styles from './alerts.module.css'
import { type StepName, type TakenStep, useAlertStep } from './use-alert-step.ts'

/** Longest note. */
const NOTE_LIMIT = 500

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
  const { t } = useTranslation('alerts')
  const offline = useOfflineReason()
  return (
    <Modal
      open={asked !== undefined}
      title={asked ? t(`step.${asked.step}.title`) : undefined}
      okText={asked ? t(`step.${asked.step}.verb`) : undefined}
      okButtonProps={{ disabled: offline !== undefined, title: offline }}
      onOk={() => asked && onTake(asked)}
      onCancel={onClose}
      width={480}
      destroyOnHidden
    >
      {asked ? (
        <>
          <p className={styles.asked}>
            <strong>{alertSummary(asked.alert)}.</strong> {t(`step.${asked.step}.what`)}
          </p>
          <Field label={t('step.note')} error={undefined}>
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
