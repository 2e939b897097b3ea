import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { serverText } from '../../lib/i18n/server-text.ts'
import { Field } from '../../ui/field.tsx'
import styles from './location-cascade.module.css'
import type { LevelChoice } from './use-location-levels.ts'

/** A place chosen level by level: a dropdown for each level from the outermost down. */
export const LocationCascade = ({ levels }: { readonly levels: readonly LevelChoice[] }) =>
  levels.map((level) => <Level key={level.level} level={level} />)

function Level({ level }: { readonly level: LevelChoice }) {
  const { t } = useTranslation('common')
  const { title, value, options, loading, error, retry, choose } = level
  return (
    <Field label={title} error={error ? serverText(error.message) : undefined}>
      {({ id, status }) => (
        <>
          <Select
            id={id}
            className={styles.select ?? ''}
            status={status}
            aria-label={title}
            value={value ?? null}
            placeholder={t('chooseLevel', { level: title })}
            loading={loading}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={options.map((option) => ({ value: option, label: option }))}
            onChange={(next) => choose(next ?? undefined)}
          />
          {error ? (
            <Button type="link" size="small" onClick={retry}>
              {t('retry')}
            </Button>
          ) : null}
        </>
      )}
    </Field>
  )
}
