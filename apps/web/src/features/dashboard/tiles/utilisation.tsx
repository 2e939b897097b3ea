import { useQuery } from '@tanstack/react-query'
import type { UsagePoint, UtilisationRow } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MiniChart } from '../../../ui/chart/mini-chart.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { openingBody, reportRowsQuery } from '../../reports/index.ts'
import { UTILISATION, usageFigures } from '../../utilisation/index.ts'
import { Tile, TileQuery } from '../tile.tsx'

/** How many devices were infusing, moving and idle during the last days. */
export function Utilisation() {
  const { t } = useTranslation('dashboard')
  const query = useQuery(
    reportRowsQuery<UtilisationRow>(UTILISATION, openingBody(UTILISATION, useNow()), 1, 1),
  )
  const points = query.data?.more['points'] as readonly UsagePoint[] | undefined
  const figures = useMemo(() => usageFigures(points ?? []), [points])
  return (
    <Tile>
      <TileQuery query={query} failed={t('reportFailed')}>
        {() => <MiniChart title={t('inUse')} figures={figures} />}
      </TileQuery>
    </Tile>
  )
}
