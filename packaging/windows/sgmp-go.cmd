@echo off
"%~dp0sgmp-go.exe" serve
