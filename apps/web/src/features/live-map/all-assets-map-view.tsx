import { useTranslation } from 'react-i18next'
import { urlText, useUrlState } from '../../lib/url-state.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import styles from './all-assets-map-view.module.css'
import { AssetsOnFloors } from './assets-on-floors.tsx'
import { ALL_ASSETS } from './map-scope.ts'

const schema = { search: urlText('search') }

/** Every asset on its floor, of every type that the server lets this person see. The search stands in the address. */
export function AllAssetsMapView() {
  const { t } = useTranslation('live-map')
  const [{ search }, change] = useUrlState(schema)
  return (
    <AssetsOnFloors
      scope={ALL_ASSETS}
      search={search}
      tools={
        <SearchBox
          label={t('search')}
          value={search}
          onSearch={(text) => change({ search: text }, { replace: true })}
          className={styles.search}
        />
      }
    />
  )
}
