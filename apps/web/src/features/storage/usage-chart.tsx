import type { StoredKindUsage } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartPanel } from '../../ui/chart/chart-panel.tsx'

const MB = 1024 * 1024

/** Size of each kind of data as bars, the largest first. */
export function UsageChart({ kinds }: { readonly kinds: readonly StoredKindUsage[] }) {
  const { t } = useTranslation('storage')
  const figures = useMemo(() => {
    const shown = kinds.toSorted((a, b) => b.bytes - a.bytes)
    return {
      kind: 'bars' as const,
      categoryTitle: t('kind'),
      categories: shown.map(({ kind }) => t(`kinds.${kind}`)),
      series: [
        {
          name: t('megabytes'),
          step: 3 as const,
          values: shown.map(({ bytes }) => Math.round((bytes / MB) * 10) / 10),
        },
      ],
    }
  }, [kinds, t])
  return <ChartPanel title={t('chart')} figures={figures} />
}
