import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { levelTitlesQuery } from '../places/index.ts'
import styles from './reports.module.css'
import type { Report } from './use-report.ts'

interface LevelChoiceProps {
  readonly report: Report
  /** Label of the choice without a level; by default the whole path. */
  readonly unset?: string
}

/** Choice of the hierarchy level for grouping places. */
export function LevelChoice({ report: { state, change }, unset }: LevelChoiceProps) {
  const { t } = useTranslation('reports')
  const { data: titles = {} } = useQuery(levelTitlesQuery())
  return (
    <Select
      aria-label={t('level.label')}
      className={styles.level ?? ''}
      value={state.level}
      options={[
        { value: '', label: unset ?? t('level.whole') },
        ...Object.entries(titles).map(([level, title]) => ({ value: level, label: title || level })),
      ]}
      onChange={(level) => change({ level })}
    />
  )
}
