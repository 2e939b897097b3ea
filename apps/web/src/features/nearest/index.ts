export { CategoryChips } from './category-chips.tsx'
export { categoriesQuery } from './nearest.query.ts'
export { nearestPath, useLastPlace } from './nearest-address.ts'
