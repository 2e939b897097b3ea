import { Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field, FieldGroup } from '../../ui/field.tsx'
import type { YesNo } from './fence-draft.ts'
import styles from './fence-form.module.css'

interface TriggerFieldProps {
  readonly label: string
  /** What is waited out, after the number: `minutes inside`. */
  readonly unit: string
  readonly answer: YesNo | undefined
  readonly wait: string
  readonly answerError: string | undefined
  readonly waitError: string | undefined
  readonly disabled: boolean
  readonly onAnswer: (answer: YesNo) => void
  readonly onWait: (wait: string) => void
}

/** Whether entering or leaving raises an alert, and after how many minutes. */
export function TriggerField(props: TriggerFieldProps) {
  const { t } = useTranslation(['geofences', 'common'])
  const { label, unit, answer, wait, disabled } = props
  return (
    <FieldGroup label={label} required error={props.answerError}>
      <Radio.Group
        className={styles.choices ?? ''}
        value={answer ?? null}
        disabled={disabled}
        onChange={(event) => props.onAnswer(event.target.value as YesNo)}
        options={[
          { value: 'Yes', label: t('common:yes') },
          { value: 'No', label: t('common:no') },
        ]}
      />
      {answer === 'Yes' ? (
        <div className={styles.wait}>
          <Field label={t('form.wait')} error={props.waitError}>
            {(control) => (
              <span className={styles.minutes}>
                <Input
                  {...control}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={5}
                  placeholder="0"
                  disabled={disabled}
                  value={wait}
                  // Digits only.
                  onChange={(event) => props.onWait(event.target.value.replaceAll(/\D/g, ''))}
                />
                {unit}
              </span>
            )}
          </Field>
        </div>
      ) : null}
    </FieldGroup>
  )
}
