import { EVENT_PAGES, visitReportsOnAPhone } from './report-pages.ts'

visitReportsOnAPhone(EVENT_PAGES)
