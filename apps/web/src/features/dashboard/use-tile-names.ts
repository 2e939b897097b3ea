import { useQuery } from '@tanstack/react-query'
import type { CustomReport, TileName } from '@wardtrack/contracts'
import { REPORT_TYPE_PAGES } from '@wardtrack/contracts/custom-report-choices'
import { pageAllows } from '@wardtrack/contracts/pages'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import { customReportsQuery } from '../../lib/queries.ts'
import { TILES } from './tile-registry.ts'

/** A tile by its name, and for a custom report by its id. */
export interface NamedTile {
  readonly tile: TileName
  readonly reportId?: string | undefined
}

/** Names of tiles, and the pages behind them. */
export interface TileNames {
  readonly reports: readonly CustomReport[]
  readonly title: (tile: NamedTile) => string
  readonly about: (tile: NamedTile) => string
  /** undefined if the user may not open it */
  readonly path: (tile: NamedTile) => string | undefined
}

/** @param hasReports true if custom reports are among the tiles, whose names are then read */
export function useTileNames(hasReports: boolean): TileNames {
  const { t } = useTranslation('dashboard')
  const { data: reports = [] } = useQuery({ ...customReportsQuery(), enabled: hasReports })
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const reportOf = ({ reportId }: NamedTile): CustomReport | undefined =>
    reportId === undefined ? undefined : reports.find(({ _id }) => _id === reportId)
  const pathOf = (named: NamedTile): string => {
    if (named.reportId === undefined) return TILES[named.tile].path
    const report = reportOf(named)
    return report ? `/${REPORT_TYPE_PAGES[report.Type]}/${report._id}` : ''
  }
  return {
    reports,
    title: (named) => reportOf(named)?.Name ?? t(`tile.${named.tile}.title`),
    about: (named) => reportOf(named)?.Description ?? t(`tile.${named.tile}.about`),
    path: (named) => {
      const path = pathOf(named)
      return access && pageAllows(access.allowedRoutes, path) ? path : undefined
    },
  }
}
