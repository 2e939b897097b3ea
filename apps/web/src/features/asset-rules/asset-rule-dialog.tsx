import { useQueryClient } from '@tanstack/react-query'
import type { MetaMapping } from '@wardtrack/contracts'
import { App, Button, Input, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { typeName } from '../../lib/metadata.ts'
import { KEYS } from '../../lib/queries.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { ValueInput } from '../notification-rules/index.ts'
import { PlaceControl } from '../places/index.ts'
import styles from './asset-rules.module.css'
import { storeRule, type TypedRule } from './asset-rules.query.ts'
import { isPlaceKey, placeKeyOf } from './place-conditions.ts'
import { fieldOfKey, type RuleField, ruleFields } from './rule-fields.ts'
import {
  type AssetRuleValues,
  type ConditionValues,
  filledConditions,
  formValues,
  MAX_CONDITIONS,
  toRule,
  withEmpty,
} from './rule-values.ts'

interface ConditionRowsProps {
  readonly value?: readonly ConditionValues[]
  readonly onChange?: (value: readonly ConditionValues[]) => void
  readonly fields: readonly RuleField[]
}

const NO_CONDITIONS: readonly ConditionValues[] = []

/** True if two fields may not be in one rule: a repeated field, or a place and one of its levels. */
const sayTheSame = (chosenKey: string, offered: string): boolean =>
  chosenKey === offered || placeKeyOf(chosenKey) === offered || chosenKey === placeKeyOf(offered)

/** Conditions of a rule: each is a field with values, of which an asset must have one. */
function ConditionRows({ value = NO_CONDITIONS, onChange, fields }: ConditionRowsProps) {
  const { t } = useTranslation('asset-rules')
  const replace = (index: number, condition: ConditionValues): void =>
    onChange?.(value.with(index, condition))
  const chosen = value.flatMap(({ key }) => key ?? [])
  return (
    <div className={styles.conditions}>
      {value.map((condition, index) => {
        const { row, key, values } = condition
        const field = key === undefined ? undefined : fieldOfKey(fields, key)
        const options = fields.filter(
          (offered) => offered.key === key || !chosen.some((chosenKey) => sayTheSame(chosenKey, offered.key)),
        )
        const shown = field && !options.includes(field) ? [...options, field] : options
        return (
          <div key={row} className={styles.condition}>
            <Select
              aria-label={t('form.fieldOf', { number: index + 1 })}
              placeholder={t('form.field')}
              className={styles.field ?? ''}
              value={key ?? null}
              showSearch={{ optionFilterProp: 'label' }}
              options={shown.map((offered) => ({ value: offered.key, label: offered.label }))}
              onChange={(next: string | null) => replace(index, { row, key: next ?? undefined, values: [] })}
            />
            {key !== undefined && isPlaceKey(key) ? (
              <div
                key={key}
                role="group"
                aria-label={t('form.valuesOf', { number: index + 1 })}
                className={styles.values}
              >
                <PlaceControl
                  value={values}
                  onChange={(next) => replace(index, { row, key, values: next })}
                />
              </div>
            ) : (
              <ValueInput
                label={t('form.valuesOf', { number: index + 1 })}
                placeholder={t('form.values')}
                className={styles.values}
                value={values}
                entry={field?.entry}
                several
                onChange={(next) => replace(index, { row, key, values: next })}
              />
            )}
            <Button
              type="text"
              aria-label={t('form.removeCondition', { number: index + 1 })}
              disabled={value.length === 1}
              icon={<X size={16} aria-hidden />}
              onClick={() => onChange?.(value.toSpliced(index, 1))}
            />
          </div>
        )
      })}
      <Button
        icon={<Plus size={16} aria-hidden />}
        disabled={value.length >= MAX_CONDITIONS}
        onClick={() => onChange?.(withEmpty(value))}
      >
        {t('form.addCondition')}
      </Button>
    </div>
  )
}

interface AssetRuleDialogProps {
  readonly mapping: MetaMapping
  readonly rules: readonly TypedRule[]
  /** undefined for a new rule */
  readonly rule: TypedRule | undefined
  readonly onClose: () => void
}

/** Name and conditions of a rule. Type and name identify a stored rule, and cannot be changed. */
export function AssetRuleDialog({ mapping, rules, rule, onClose }: AssetRuleDialogProps) {
  const { t } = useTranslation('asset-rules')
  const client = useQueryClient()
  const { message } = App.useApp()
  const initial = formValues(rule)
  const [assetType, setAssetType] = useState(initial.assetType)
  const isTaken = ({ name, assetType: type }: AssetRuleValues): boolean =>
    !rule &&
    rules.some(
      ({ ruleName, assetType: known }) =>
        known === type && ruleName.toLowerCase() === name.trim().toLowerCase(),
    )
  const state = useAppForm<AssetRuleValues>({
    initial,
    check: (values) => ({
      name:
        values.name.trim() === ''
          ? translate('messages:fieldRequired')
          : isTaken(values)
            ? t('form.taken')
            : undefined,
      assetType: values.assetType === undefined ? translate('messages:assetTypeRequired') : undefined,
      conditions: checkConditions(values),
    }),
    fieldOf: (path) =>
      path.includes('ruleCondition') ? 'conditions' : path.endsWith('ruleName') ? 'name' : 'assetType',
    onSubmit: async (values) => {
      const answer = await storeRule(toRule(values, rule?.status ?? false))
      void message.success(rule ? serverText(answer.message) : t('saved'))
      void client.invalidateQueries({ queryKey: [KEYS.rules] })
      onClose()
    },
  })
  const follow = (values: AssetRuleValues): void => {
    // Fields of another type do not apply to the new type.
    if (values.assetType !== assetType)
      state.form.setFieldsValue({ conditions: formValues(undefined).conditions })
    setAssetType(values.assetType)
  }
  return (
    <FormDialog
      state={state}
      title={rule ? t('edit', { name: rule.ruleName }) : t('add')}
      verb={t('form.save')}
      onClose={onClose}
      onValues={follow}
      modal={{ width: 640 }}
    >
      <AppField name="name" label={t('form.name')} required>
        <Input autoFocus={!rule} disabled={rule !== undefined} maxLength={100} autoComplete="off" />
      </AppField>
      <AppField name="assetType" label={t('form.assetType')} required>
        <Select
          disabled={rule !== undefined}
          options={Object.keys(mapping)
            .filter((type) => !type.startsWith('_'))
            .map((type) => ({ value: type, label: typeName(mapping, type) }))}
        />
      </AppField>
      {assetType === undefined ? null : (
        <AppField
          name="conditions"
          label={t('form.conditions')}
          required
          group
          help={t('form.conditionsHelp')}
        >
          <ConditionRows fields={ruleFields(mapping, assetType)} />
        </AppField>
      )}
    </FormDialog>
  )
}

/** Returns an error unless there is a condition, and each one has field and values. */
function checkConditions({ conditions }: AssetRuleValues): string | undefined {
  const filled = filledConditions(conditions)
  if (filled.length === 0) return translate('messages:ruleConditionNeeded')
  const isComplete = filled.every(({ key, values }) => key !== undefined && values.length > 0)
  return isComplete ? undefined : translate('asset-rules:form.incomplete')
}
