export { PeopleList } from './people-list.tsx'
export { SecondFactorSettings } from './second-factor-settings.tsx'
