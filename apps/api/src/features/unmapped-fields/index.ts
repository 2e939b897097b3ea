export { unmappedFieldRoutes } from './unmapped-fields.routes.ts'
export { createUnmappedFields, type UnmappedFields } from './unmapped-fields.service.ts'
