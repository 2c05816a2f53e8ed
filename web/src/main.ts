import { mount } from 'svelte';
import './style/base.css';
import App from './App.svelte';
import { applyTheme } from './parts/theme.svelte';

applyTheme();
const target = document.getElementById('app');
if (target) mount(App, { target });
