export { operatorsOf } from './operators-of.ts'
export { PRODUCT_OPERATORS } from './product-operators.ts'
