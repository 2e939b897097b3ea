import { Button } from 'antd'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { TouchSize } from '../../ui/touch-size.tsx'
import { type DraftErrors, errorsOf, type FenceDraft } from './fence-draft.ts'
import { FenceFields } from './fence-fields.tsx'
import styles from './fence-form.module.css'

interface FenceFormProps {
  readonly draft: FenceDraft
  readonly onChange: (draft: FenceDraft) => void
  /** What the server said of single parts, until they are changed. */
  readonly serverErrors: DraftErrors
  readonly saving: boolean
  readonly onCancel: () => void
  /** @param errors what is wrong with the draft; the form shows it at its parts */
  readonly onSave: (errors: DraftErrors) => void
  readonly children?: ReactNode
}

/** Everything of a fence but its rectangle. */
export function FenceForm({
  draft,
  onChange,
  serverErrors,
  saving,
  onCancel,
  onSave,
  children,
}: FenceFormProps) {
  const { t } = useTranslation(['geofences', 'common'])
  const [nameBlurred, setNameBlurred] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const offline = useOfflineReason()
  const errors = errorsOf(draft)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    setSubmitted(true)
    onSave(errors)
    // After the errors are there: the first of them is where to go on.
    if (Object.keys(errors).length > 0) requestAnimationFrame(() => focusFirstError(form))
  }
  return (
    <TouchSize>
      <form className={styles.form} onSubmit={submit} noValidate aria-label={t('form.label')}>
        <div className={styles.fields}>
          <FenceFields
            draft={draft}
            set={(part) => onChange({ ...draft, ...part })}
            onNameBlur={() => setNameBlurred(true)}
            errorOf={(part) =>
              serverErrors[part] ?? (submitted || (part === 'name' && nameBlurred) ? errors[part] : undefined)
            }
            disabled={saving}
          />
          {children}
        </div>
        <footer className={styles.foot}>
          <Button onClick={onCancel} disabled={saving}>
            {t('common:cancel')}
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            loading={saving}
            disabled={offline !== undefined}
            title={offline}
          >
            {t('form.save')}
          </Button>
        </footer>
      </form>
    </TouchSize>
  )
}

function focusFirstError(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')
  const control = field?.matches('input, textarea, button')
    ? field
    : field?.querySelector<HTMLElement>('input')
  control?.focus()
}
