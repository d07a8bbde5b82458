import { mount } from 'svelte';
import './theme.css';
import './base.css';
import App from './App.svelte';
import { prepare } from './app/sound';

const target = document.getElementById('app');
if (target) mount(App, { target });
prepare();
// Without it everything works as long as there is a connection.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
