import { DEVICE_PAGES, visitReportsOnAPhone } from './report-pages.ts'

visitReportsOnAPhone(DEVICE_PAGES)
