import { Form, Input } from 'antd'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { AppField } from '../../ui/form/index.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import type { YesNo } from './fence-draft.ts'
import styles from './fence-form.module.css'

interface TriggerFieldProps {
  readonly label: string
  readonly answer: 'entry' | 'exit'
  readonly wait: 'entryWait' | 'exitWait'
  /** Text after the number of minutes: `minutes inside`. */
  readonly unit: string
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** Choice whether entry or exit raises an alert, and after how many minutes. */
export function TriggerField({ label, answer, wait, unit }: TriggerFieldProps) {
  const { t } = useTranslation(['geofences', 'common'])
  const chosen = Form.useWatch<YesNo | undefined>(answer)
  return (
    <AppField
      name={answer}
      label={label}
      required
      group
      after={
        chosen === 'Yes' ? (
          <div className={styles.wait}>
            <AppField name={wait} label={t('form.wait')} normalize={digitsOf}>
              <MinutesInput unit={unit} />
            </AppField>
          </div>
        ) : null
      }
    >
      <RadioGroup
        options={[
          { value: 'Yes', label: t('common:yes') },
          { value: 'No', label: t('common:no') },
        ]}
      />
    </AppField>
  )
}

interface MinutesInputProps extends ComponentProps<typeof Input> {
  readonly unit: string
}

const MinutesInput = ({ unit, ...input }: MinutesInputProps) => (
  <span className={styles.minutes}>
    <Input {...input} inputMode="numeric" autoComplete="off" maxLength={5} placeholder="0" />
    {unit}
  </span>
)
