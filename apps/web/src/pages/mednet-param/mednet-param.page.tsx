export { AssetRulesPage as Page } from '../../features/asset-rules/index.ts'
