import { useSearchParams } from 'react-router'
import { SearchBox } from '../../ui/search-box.tsx'
import styles from './all-assets-map-view.module.css'
import { AssetsOnFloors } from './assets-on-floors.tsx'
import { ALL_ASSETS } from './map-scope.ts'

const parameter = 'search'

/** Every asset on its floor, of every type that the server lets this person see. The search stands in the address. */
export function AllAssetsMapView() {
  const [query, setQuery] = useSearchParams()
  const search = query.get(parameter)?.slice(0, 200) ?? ''
  const setSearch = (text: string): void =>
    setQuery(
      (old) => {
        const next = new URLSearchParams(old)
        if (text) next.set(parameter, text)
        else next.delete(parameter)
        return next
      },
      { replace: true },
    )
  return (
    <AssetsOnFloors
      scope={ALL_ASSETS}
      search={search}
      tools={
        <SearchBox
          label="Search these assets"
          value={search}
          onSearch={setSearch}
          className={styles.search}
        />
      }
    />
  )
}
