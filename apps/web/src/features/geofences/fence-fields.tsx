import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input } from 'antd'
import type { CheckboxGroupProps } from 'antd/es/checkbox'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import { typeName, useMetadata } from '../../lib/metadata.ts'
import { AppField } from '../../ui/form/index.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import type { YesNo } from './fence-draft.ts'
import styles from './fence-form.module.css'
import { TypeControl } from './type-control.tsx'

interface TriggerFieldProps {
  readonly label: string
  readonly answer: 'entry' | 'exit'
  readonly wait: 'entryWait' | 'exitWait'
  /** Text after the number of minutes: `minutes inside`. */
  readonly unit: string
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** Choice whether entry or exit raises an alert, and after how many minutes. */
function TriggerField({ label, answer, wait, unit }: TriggerFieldProps) {
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

/** Drops `aria-required`, which a form adds but a group of checkboxes must not have; the label shows it instead. */
const Choices = ({
  'aria-required': _required,
  ...group
}: CheckboxGroupProps & { 'aria-required'?: string }) => <Checkbox.Group {...group} />

/** Asset types of a geofence, from the metadata mapping; patients only for users who may see them. */
function AssetTypesField() {
  const { t } = useTranslation('geofences')
  const mapping = useMetadata()
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const offered = Object.keys(mapping?._aliases ?? {}).filter(
    (type) => type !== 'Patient' || access?.patientDataAccess,
  )
  return (
    <AppField name="assetTypes" label={t('form.appliesTo')} required group>
      <Choices
        className={styles.choices ?? ''}
        options={offered.map((type) => ({ value: type, label: typeName(mapping, type) }))}
      />
    </AppField>
  )
}

/** All form fields of a geofence. */
export function FenceFields() {
  const { t } = useTranslation('geofences')
  return (
    <>
      <AppField name="name" label={t('form.name')} required>
        <Input autoComplete="off" maxLength={100} />
      </AppField>
      <FenceSettingsFields />
    </>
  )
}

/** The same fields without the name. */
export function FenceSettingsFields() {
  const { t } = useTranslation('geofences')
  return (
    <>
      <AppField name="type" label={t('form.type')} required>
        <TypeControl />
      </AppField>
      <AssetTypesField />
      <TriggerField
        label={t('form.entryTrigger')}
        answer="entry"
        wait="entryWait"
        unit={t('form.minutesInside')}
      />
      <TriggerField
        label={t('form.exitTrigger')}
        answer="exit"
        wait="exitWait"
        unit={t('form.minutesOutside')}
      />
    </>
  )
}
