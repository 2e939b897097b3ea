import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFooterNote } from '../../lib/footer-note.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { REFRESH_MS } from '../../lib/periodic-refresh.ts'
import { assetListQuery } from '../../lib/queries.ts'
import { clockTime } from '../../lib/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { type DevicesView, deviceCriteria } from '../devices-page-state/index.ts'

/** Reads the page of devices for a view. */
export function useDeviceList(view: DevicesView, toPage: (page: number) => void) {
  const list = useQuery({
    ...assetListQuery(deviceCriteria(view, useNow()), view.page, view.pageSize),
    enabled: view.view === 'cards',
  })
  usePageRefresh(() => void list.refetch())
  const total = list.data?.maxAssets ?? 0
  const lastPage = Math.max(1, Math.ceil(total / view.pageSize))
  const back = useEffectEvent((page: number) => toPage(page))
  // Devices may have left the list since the address was created. Past the end, the last page is shown.
  useEffect(() => {
    if (total > 0 && view.page > lastPage) back(lastPage)
  }, [total, view.page, lastPage])
  return list
}

/** Shows `Refreshed 14:32:05 · next in 45 s` in the footer. */
export function useRefreshNote(readAt: number | undefined): void {
  const { t } = useTranslation('devices')
  const now = useNow()
  const secondsLeft = readAt === undefined ? 0 : Math.max(0, Math.round((readAt + REFRESH_MS - now) / 1_000))
  useFooterNote(
    readAt === undefined ? '' : t('refreshedNext', { time: clockTime(readAt), seconds: secondsLeft }),
  )
}
