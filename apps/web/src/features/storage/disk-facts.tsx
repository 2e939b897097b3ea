import type { StorageUsage } from '@wardtrack/contracts'
import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatNumber, formatPercent } from '../../lib/i18n/formats.ts'
import { Fact, Panel } from '../../ui/panel.tsx'
import styles from './storage.module.css'

/** Number of remaining days below which the disk counts as soon full. */
const SOON_DAYS = 30

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))

/** Usage of the disk, and when it will be full. */
export function DiskFacts({ usage }: { readonly usage: StorageUsage }) {
  const { t } = useTranslation('storage')
  const { disk, kinds, bytesPerDay, daysLeft, lateEvents, measuredAt } = usage
  const stored = kinds.reduce((sum, { bytes }) => sum + bytes, 0)
  const usedPart = disk && disk.totalBytes > 0 ? 1 - disk.freeBytes / disk.totalBytes : undefined
  return (
    <Panel title={t('disk.title')}>
      {usedPart === undefined ? null : (
        <Progress
          className={styles.bar ?? ''}
          percent={Math.round(usedPart * 100)}
          format={() => t('disk.used', { part: formatPercent(usedPart) })}
          aria-label={t('disk.used', { part: formatPercent(usedPart) })}
          status={daysLeft !== undefined && daysLeft < SOON_DAYS ? 'exception' : 'normal'}
        />
      )}
      <dl className={styles.facts}>
        <Fact label={t('disk.stored')}>{formatBytes(stored)}</Fact>
        {disk ? (
          <Fact label={t('disk.free')}>
            {t('disk.freeOf', {
              free: formatBytes(disk.freeBytes),
              total: formatBytes(disk.totalBytes),
            })}
          </Fact>
        ) : null}
        <Fact label={t('disk.growth')}>{t('disk.perDay', { bytes: formatBytes(bytesPerDay) })}</Fact>
        <Fact label={t('disk.left')}>
          {daysLeft === undefined ? t('disk.notFilling') : t('disk.days', { count: daysLeft })}
        </Fact>
        <Fact label={t('late.title')}>
          {lateEvents.oldest === undefined
            ? t('late.none')
            : t('late.assets', {
                count: lateEvents.waiting,
                seconds: formatNumber(secondsBetween(lateEvents.oldest, measuredAt)),
              })}
        </Fact>
      </dl>
    </Panel>
  )
}
