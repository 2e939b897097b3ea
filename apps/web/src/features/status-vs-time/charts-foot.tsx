import { Button } from 'antd'
import { ChartLine, MousePointer2, Table2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { chartTime } from '../reports/index.ts'
import styles from './status-vs-time.module.css'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats the interval between the points in words. */
function distanceText(seconds: number): string {
  if (seconds < MINUTE) return translate('reports:chart.everySeconds', { count: seconds })
  if (seconds < HOUR) return translate('reports:chart.everyMinutes', { count: seconds / MINUTE })
  if (seconds < DAY) return translate('reports:chart.everyHours', { count: seconds / HOUR })
  return translate('reports:chart.everyDays', { count: seconds / DAY })
}

interface ChartsFootProps {
  /** Time at the pointer, ISO 8601; undefined without a pointer. */
  readonly pointed: string | undefined
  readonly bucketSeconds: number
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
}

/** Line under the charts: the time at the pointer, the interval between points, and a switch to the table. */
export function ChartsFoot({ pointed, bucketSeconds, asTable, onTable }: ChartsFootProps) {
  const { t } = useTranslation('reports')
  const Icon = asTable ? ChartLine : Table2
  return (
    <div className={styles.foot}>
      {asTable ? null : (
        <span className={styles.reading}>
          <MousePointer2 size={14} aria-hidden />
          {pointed === undefined ? t('chart.hint') : t('chart.pointed', { time: chartTime(pointed) })}
        </span>
      )}
      <span>{distanceText(bucketSeconds)}</span>
      <Button
        type="link"
        size="small"
        icon={<Icon size={14} aria-hidden />}
        onClick={() => onTable(!asTable)}
      >
        {asTable ? t('chart.asCharts') : t('chart.asTable')}
      </Button>
    </div>
  )
}
