import '../ui/tokens.css'
import '../ui/base.css'
import './desk.css'
import './frame.css'
import './panels.css'
import './gate.css'
import './pages.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Desk } from './desk.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html holds no #root')

const queries = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } })

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Desk />
    </QueryClientProvider>
  </StrictMode>,
)
