import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { alertSummary } from '../alert-notices/index.ts'
import styles from './alerts.module.css'
import { type StepName, type StepRequest, useAlertStep } from './use-alert-step.ts'

/** Maximum length of a note. */
const NOTE_LIMIT = 500

/** Asks for a note and takes the step. The caller renders `dialog`; `ask` opens it. */
export function useStepDialog() {
  const [requested, setRequested] = useState<StepRequest | undefined>()
  // A refused note returns to the dialog.
  const step = useAlertStep(setRequested)
  return {
    ask: (alert: StepRequest['alert'], name: StepName) => setRequested({ alert, step: name, note: '' }),
    dialog: requested ? (
      <StepDialog
        requested={requested}
        onClose={() => setRequested(undefined)}
        onTake={(note) => {
          setRequested(undefined)
          step.mutate({ ...requested, note: note.trim() })
        }}
      />
    ) : null,
  }
}

interface StepDialogProps {
  readonly requested: StepRequest
  readonly onClose: () => void
  readonly onTake: (note: string) => void
}

function StepDialog({ requested, onClose, onTake }: StepDialogProps) {
  const { t } = useTranslation('alerts')
  const state = useAppForm({ initial: { note: requested.note }, onSubmit: ({ note }) => onTake(note) })
  return (
    <FormDialog
      state={state}
      title={t(`step.${requested.step}.title`)}
      verb={t(`step.${requested.step}.verb`)}
      onClose={onClose}
    >
      <p className={styles.asked}>
        <strong>{alertSummary(requested.alert)}.</strong> {t(`step.${requested.step}.what`)}
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
