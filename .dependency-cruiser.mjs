/**
 * Who may import whom. Read as: contract is alone, web and server never meet,
 * and inside each, arrows point one way (docs/architecture.md).
 */
const layer = (name, from, forbidden, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: forbidden },
})

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-is-alone',
      comment: 'contract imports only the schema library.',
      severity: 'error',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^contract/src|node_modules/zod/' },
    },
    layer('web-not-server', '^web/', '^server/', 'web and server meet only in contract.'),
    layer('server-not-web', '^server/', '^web/', 'web and server meet only in contract.'),
    layer('web-lib-is-lowest', '^web/src/lib', '^web/src/(ui|domain|features|app|platform)'),
    layer('web-ui-below-domain', '^web/src/ui', '^web/src/(domain|features|app|platform)'),
    layer('web-domain-below-features', '^web/src/domain', '^web/src/(features|app|platform)'),
    layer('web-platform-below-features', '^web/src/platform', '^web/src/(features|app|ui)'),
    layer('web-features-below-app', '^web/src/features', '^web/src/app'),
    {
      name: 'web-features-apart',
      comment: 'A feature does not reach into another: move what is shared down to domain, or compose it in app.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-stores-can-be-reset',
      comment: 'Create a store with web/src/lib/store.ts: tests reset only stores made by it.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/src/lib/store\\.ts$' },
      to: { path: 'node_modules/zustand/' },
    },
    layer('server-domain-is-lowest', '^server/src/domain', '^server/src/(?!domain)'),
    layer('server-platform', '^server/src/platform', '^server/src/(records|features|importers|search|cli|app|main)'),
    layer('server-records', '^server/src/records', '^server/src/(features|importers|search|cli|app|main)'),
    layer('server-features-below-app', '^server/src/features', '^server/src/(app|cli|main|importers)'),
    layer('server-importers', '^server/src/importers', '^server/src/(features|app|cli|main)'),
    layer(
      'importers-input-is-lowest',
      '^server/src/importers/input',
      '^server/src/importers/(file|company|records|starter)',
    ),
    layer('importers-file', '^server/src/importers/file', '^server/src/importers/(company|records|starter)'),
    layer('importers-records', '^server/src/importers/records', '^server/src/importers/(company|starter)'),
    layer('importers-company', '^server/src/importers/company', '^server/src/importers/(records|starter)'),
    layer(
      'importers-company-parse',
      '^server/src/importers/company/parse',
      '^server/src/importers/company/(resolve|store)',
    ),
    layer(
      'importers-company-resolve',
      '^server/src/importers/company/resolve',
      '^server/src/importers/company/store|^server/src/platform/database/(?!tables)',
      'resolve decides about what store has loaded and saves: it reads no database itself.',
    ),
    layer(
      'server-search',
      '^server/src/search',
      '^server/src/(records|features|app|cli|main|importers)',
      'search could be a package: it depends on domain and platform only.',
    ),
    layer('search-analysis', '^server/src/search/analysis', '^server/src/search/(segment|ranking|refresh|pool)'),
    layer('search-segment', '^server/src/search/segment', '^server/src/search/(ranking|refresh|pool)'),
    layer('search-ranking', '^server/src/search/ranking', '^server/src/search/(refresh|pool)'),
    layer('search-refresh', '^server/src/search/refresh', '^server/src/search/pool'),
    {
      name: 'server-features-apart',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/' },
      to: { path: '^server/src/features/([^/]+)/', pathNot: '^server/src/features/$1/' },
    },
    {
      name: 'production-without-tests',
      comment: 'Nothing in production imports builders, fixtures or tests.',
      severity: 'error',
      from: { path: '^(contract|server|web)/src', pathNot: '\\.test\\.tsx?$' },
      to: { path: '\\.test\\.tsx?$|^(server|web|contract)/test/|^e2e/|^bench/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  },
}
