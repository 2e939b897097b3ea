import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../../ui/use-now.ts'
import { openingBody, type ReportDefinition, reportRowsQuery } from '../../reports/index.ts'

/** The first rows of a report as its page opens. @param rows how many of them, and the figures that come with them */
export const useTileReport = <Row>(definition: ReportDefinition, rows: number) =>
  useQuery(reportRowsQuery<Row>(definition, openingBody(definition, useNow()), 1, rows))
