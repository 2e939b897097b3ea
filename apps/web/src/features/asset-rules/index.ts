export { AssetRulesPage } from './asset-rules-page.tsx'
