import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
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
    dialog: asked ? (
      <StepDialog
        asked={asked}
        onClose={() => setAsked(undefined)}
        onTake={(note) => {
          setAsked(undefined)
          step.mutate({ ...asked, note: note.trim() })
        }}
      />
    ) : null,
  }
}

interface StepDialogProps {
  readonly asked: TakenStep
  readonly onClose: () => void
  readonly onTake: (note: string) => void
}

function StepDialog({ asked, onClose, onTake }: StepDialogProps) {
  const { t } = useTranslation('alerts')
  const state = useAppForm({ initial: { note: asked.note }, onSubmit: ({ note }) => onTake(note) })
  return (
    <FormDialog
      state={state}
      title={t(`step.${asked.step}.title`)}
      verb={t(`step.${asked.step}.verb`)}
      onClose={onClose}
    >
      <p className={styles.asked}>
        <strong>{alertSummary(asked.alert)}.</strong> {t(`step.${asked.step}.what`)}
      </p>
      <AppField name="note" label={t('step.note')}>
        <Input.TextArea
          autoFocus
          maxLength={NOTE_LIMIT}
          rows={3}
          onKeyDown={({ key, ctrlKey, metaKey }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) state.form.submit()
          }}
        />
      </AppField>
    </FormDialog>
  )
}
