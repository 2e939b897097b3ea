import { useQuery } from '@tanstack/react-query'
import type { ReportName } from '@wardtrack/contracts'
import { useNow } from '../../../ui/use-now.ts'
import { openingBody, type ReportDefinition, reportRowsQuery } from '../../reports/index.ts'

/** Reads the first rows of a report with its default settings, and its figures. @param rows number of rows */
export const useTileReport = <N extends ReportName>(definition: ReportDefinition<N>, rows: number) =>
  useQuery(reportRowsQuery(definition, openingBody(definition, useNow()), 1, rows))
