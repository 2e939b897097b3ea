import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AppForm, type AppFormState, SubmitButton } from '../../ui/form/index.ts'
import { TouchSize } from '../../ui/touch-size.tsx'
import type { FenceDraft } from './fence-draft.ts'
import { FenceFields } from './fence-fields.tsx'
import styles from './fence-form.module.css'

interface FenceFormProps {
  readonly state: AppFormState<FenceDraft>
  readonly onChange: (draft: FenceDraft) => void
  readonly onCancel: () => void
  readonly children?: ReactNode
}

/** Form of a geofence without its shape. */
export function FenceForm({ state, onChange, onCancel, children }: FenceFormProps) {
  const { t } = useTranslation(['geofences', 'common'])
  return (
    <TouchSize>
      <AppForm state={state} className={styles.form} label={t('form.label')} onValues={onChange}>
        <div className={styles.fields}>
          <FenceFields />
          {children}
        </div>
        <footer className={styles.foot}>
          <Button onClick={onCancel} disabled={state.sending}>
            {t('common:cancel')}
          </Button>
          <SubmitButton>{t('form.save')}</SubmitButton>
        </footer>
      </AppForm>
    </TouchSize>
  )
}
