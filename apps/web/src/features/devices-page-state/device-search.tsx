import { useTranslation } from 'react-i18next'
import { SearchBox } from '../../ui/search-box.tsx'
import styles from './device-search.module.css'
import { useDevicesView } from './use-devices-view.ts'

/** Search box of /devices. Its text is kept in the address, and filters the list and the map. */
export function DeviceSearch() {
  const { t } = useTranslation('shell')
  const { search, setSearch } = useDevicesView()
  return (
    <SearchBox label={t('search.devices')} value={search} onSearch={setSearch} className={styles.place} />
  )
}
