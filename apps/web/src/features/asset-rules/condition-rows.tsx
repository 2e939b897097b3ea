import { Button, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ValueInput } from '../notification-rules/index.ts'
import { PlaceControl } from '../places/index.ts'
import styles from './asset-rules.module.css'
import { isPlaceKey, placeKeyOf } from './place-conditions.ts'
import { fieldOfKey, type RuleField } from './rule-fields.ts'
import { type ConditionValues, MAX_CONDITIONS, withEmpty } from './rule-values.ts'

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
export function ConditionRows({ value = NO_CONDITIONS, onChange, fields }: ConditionRowsProps) {
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
