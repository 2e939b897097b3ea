import { AssetsOnFloors } from './assets-on-floors.tsx'
import { ALL_ASSETS } from './map-subject.ts'

/** Every asset on its floor, of every type that the server lets this person see. */
export const AllAssetsMapView = () => <AssetsOnFloors subject={ALL_ASSETS} search="" />
