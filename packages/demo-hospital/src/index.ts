export { PICTURED } from './drawing/category-names.ts'
export { renderCategoryImage, renderPlan } from './drawing/render.ts'
export { floorPlans } from './plans/index.ts'
