// One chunk: each further one costs the first load its name.
export { AnswerPage } from './answer-page.tsx'
export { AssistantPage } from './assistant-page.tsx'
