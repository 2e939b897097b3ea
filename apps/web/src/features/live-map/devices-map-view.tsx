import { AssetsOnFloors } from './assets-on-floors.tsx'
import { DEVICES } from './map-scope.ts'

/**
 * The devices that match a search, on their floors.
 * @param props.search the dashboard's search text; under two characters it does not search
 */
export const DevicesMapView = ({ search }: { readonly search: string }) => (
  <AssetsOnFloors scope={DEVICES} search={search} />
)
