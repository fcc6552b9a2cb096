import { defineConfig } from 'oxlint'
export default defineConfig({ plugins: ['typescript', 'import', 'unicorn', 'oxc', 'react'], options: { typeAware: true } })
